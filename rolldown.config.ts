import { defineConfig } from 'rolldown';

/**
 * dist is committed, and it is meant to be read: the entries and this project's own code stay apart from the
 * libraries, which share one chunk for each way in, and names carry no hashes. What only the clients of artifacts and
 * of the cache need falls into chunks of its own, which are loaded with them: the one by a dynamic import, the other
 * by a process of its own, the entry `cache`.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    smoke: 'src/smoke.ts',
    cli: 'src/cli.ts',
    cache: 'src/cache.ts',
  },
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        {
          name: 'runner',
          test: /node_modules\/(@actions\/(core|exec|http-client|io)|tunnel|undici)\//,
        },
        { name: 'azure', test: /node_modules\/@(azure|protobuf-ts)\// },
        { name: 'cache-client', test: /node_modules\/@actions\/cache\// },
        { name: 'vendor', test: /node_modules\/(commander|fdir|picomatch|tinyglobby|yaml|zod)\// },
        { name: 'core', test: /src\/core/ },
        { name: 'action', test: /src\/action/ },
      ],
    },
  },
});
