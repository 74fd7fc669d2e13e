import { defineConfig } from 'rolldown';

/**
 * dist is committed, and it is meant to be read: the entries and this project's own code stay apart from the
 * libraries, which share one chunk for each way in, and names carry no hashes. What only the client of artifacts
 * needs falls into a chunk of its own, which is loaded with it.
 */
export default defineConfig({
  input: { main: 'src/main.ts', smoke: 'src/smoke.ts', cli: 'src/cli.ts' },
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
        { name: 'vendor', test: /node_modules\/(commander|fdir|picomatch|tinyglobby|yaml|zod)\// },
        { name: 'core', test: /src\/core/ },
        { name: 'action', test: /src\/action/ },
      ],
    },
  },
});
