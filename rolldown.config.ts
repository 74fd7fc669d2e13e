import { defineConfig } from 'rolldown';

/**
 * dist is committed, and it is meant to be read: the entries and this project's own code stay apart from the
 * libraries, which share one chunk for each way in, and names carry no hashes. What few runs need (the clients of
 * artifacts, attestations and the cache, archives, the software bill of materials) falls into chunks of its own, which
 * are loaded with it: by a dynamic import, and the cache's client by a process of its own, the entry `cache`.
 */
export default defineConfig({
  input: {
    main: 'src/main.ts',
    smoke: 'src/smoke.ts',
    publish: 'src/publish.ts',
    fetch: 'src/fetch.ts',
    cli: 'src/cli.ts',
    'cache-client': 'src/cache-client.ts',
  },
  platform: 'node',
  // CycloneDX in XML, which is not written here, would need it.
  external: ['xmlbuilder2'],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    chunkFileNames: '[name].js',
    codeSplitting: {
      // A group takes what its modules import along: those that others build on come first.
      groups: [
        {
          name: 'runner',
          test: /node_modules\/(@actions\/(core|exec|http-client|io)|tunnel|undici)\//,
        },
        {
          name: 'vendor',
          test: /node_modules\/(commander|fdir|picomatch|semver|tinyglobby|yaml|zod)\//,
        },
        {
          name: 'shared',
          test: /node_modules\/(agent-base|glob|lru-cache|path-scurry|debug|ms|https?-proxy-agent|minimatch|brace-expansion|balanced-match)\//,
        },
        { name: 'octokit', test: /node_modules\/(@actions\/github|@octokit)\// },
        { name: 'azure', test: /node_modules\/@(azure|protobuf-ts)\// },
        { name: 'actions-cache', test: /node_modules\/@actions\/cache\// },
        {
          name: 'attest-client',
          test: /node_modules\/(@actions\/attest|@sigstore|@npmcli|make-fetch-happen|jose)\//,
        },
        { name: 'sbom', test: /@cyclonedx|package\/cyclonedx/ },
        { name: 'tar', test: /node_modules\/(tar|@isaacs|minizlib|minipass|chownr|yallist)\// },
        { name: 'zip', test: /node_modules\/(yauzl|pend)\// },
        { name: 'zstd', test: /node_modules\/@hpcc-js\// },
        { name: 'gzip', test: /node_modules\/fflate\// },
        { name: 'core', test: /src\/core/ },
        { name: 'github', test: /src\/github/ },
        { name: 'action', test: /src\/action/ },
      ],
    },
  },
});
