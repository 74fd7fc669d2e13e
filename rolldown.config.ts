import { defineConfig } from 'rolldown';

/**
 * dist is committed, and it is meant to be read: the entries and this project's own code stay apart from the
 * libraries, which share one chunk for each way in, and names carry no hashes.
 */
export default defineConfig({
  input: { main: 'src/main.ts', cli: 'src/cli.ts' },
  platform: 'node',
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        { name: 'runner', test: /node_modules\/(@actions|tunnel|undici)\// },
        { name: 'vendor', test: /node_modules/ },
        { name: 'core', test: /src\/core/ },
      ],
    },
  },
});
