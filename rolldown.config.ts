import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { defineConfig, type OutputBundle, type PluginContext } from 'rolldown';

/** The modules that are imported dynamically, and the names of their chunks. Commands have their own names. */
const LAZY = {
  'node_modules/@actions/artifact/': 'artifact',
  'node_modules/@actions/cache/': 'actions-cache',
  'node_modules/@actions/attest/': 'attest',
  'node_modules/p-map/': 'p-map',
  'node_modules/tar/': 'tar',
  'node_modules/tinyglobby/': 'globs',
  'node_modules/yauzl/': 'zip',
  'src/cli/columns.ts': 'columns',
  'src/entries/command-line.ts': 'command-line',
  'src/package/cyclonedx.ts': 'sbom',
  'src/features/bundle/distribute.ts': 'distribute-bundle',
  'src/features/triton-generator/run-tools.ts': 'run-tools',
  'src/features/tuning/measure/check.ts': 'tuned-check',
  'src/github/client.ts': 'client',
  'src/github/web.ts': 'web',
};

/** Code below src that builds do not need. */
const AFTER_BUILD =
  /src\/(prove|plan\/(init|record)|package\/wheel|features\/bundle|verify)\/|src\/(bench|record|smoke)\.ts$|src\/features\/(operators\/wheel|tuning\/measure)/;

/** Code that has chunks of its own. */
const OUTSIDE_CORE =
  /src\/(action|cli|entries|github)\/|src\/features\/[^/]+\/(action|command)|src\/(fetch|publish)\.ts$/;

/**
 * dist is committed and meant to be read: our code is separate from the libraries, names are not
 * minified, and file names have no hashes. Libraries that few runs need are imported dynamically,
 * and each of them is a chunk (LAZY). They must not be in a group: rolldown would then add a chunk
 * that only re-exports the group's.
 */
export default defineConfig({
  input: {
    main: 'src/entries/actions/main.ts',
    smoke: 'src/entries/actions/smoke.ts',
    tune: 'src/entries/actions/tune.ts',
    bench: 'src/entries/actions/bench.ts',
    wheel: 'src/entries/actions/wheel.ts',
    bundle: 'src/entries/actions/bundle.ts',
    publish: 'src/entries/actions/publish.ts',
    fetch: 'src/entries/actions/fetch.ts',
    setup: 'src/entries/actions/setup.ts',
    cli: 'src/entries/cli.ts',
  },
  platform: 'node',
  plugins: [
    { name: 'licences', generateBundle: writeLicences },
    { name: 'ascii', generateBundle: escapeChunks },
  ],
  // Only CycloneDX's XML serializer needs it, and we write JSON.
  external: ['xmlbuilder2'],
  output: {
    dir: 'dist',
    format: 'esm',
    cleanDir: true,
    minifyInternalExports: false,
    chunkFileNames: ({ isDynamicEntry, facadeModuleId, name }) =>
      `${isDynamicEntry ? lazyName(facadeModuleId ?? name) : name}.js`,
    codeSplitting: {
      // A group also takes what its modules import, so groups that others depend on come first.
      groups: [
        {
          name: 'http',
          test: /node_modules\/(@actions\/http-client|tunnel|undici|proxy-from-env)\//,
        },
        { name: 'runner', test: /node_modules\/@actions\/(core|exec|io)\// },
        { name: 'semver', test: /node_modules\/semver\// },
        { name: 'vendor', test: /node_modules\/(commander|zod)\// },
        { name: 'yaml', test: /node_modules\/(picomatch|yaml)\// },
        {
          name: 'shared',
          test: /node_modules\/(agent-base|glob|lru-cache|path-scurry|debug|ms|https?-proxy-agent|minimatch|brace-expansion|balanced-match)\//,
        },
        { name: 'octokit', test: /node_modules\/(@actions\/github|@octokit)\// },
        { name: 'azure', test: /node_modules\/@(azure|protobuf-ts)\// },
        // What the command line needs before it knows the command.
        {
          name: 'start',
          test: /src\/(base\/|manifest\/terms\/triton-version|toolchain\/(environment|installation|platform|python|reader))/,
        },
        {
          name: 'core',
          test: (module) =>
            (isCore(module) && !AFTER_BUILD.test(module)) ||
            isOwn(module, /src\/entries\/features\.ts$/),
        },
        { name: 'after-build', test: isCore },
        // What several commands share.
        {
          name: 'commands/common',
          test: /src\/cli\/(build|build-options|gpu-options|options|plan|prepare)\.ts$/,
        },
        { name: 'github', test: (module) => isOwn(module, /src\/(github\/|fetch|publish)/) },
        {
          name: 'action',
          test: (module) =>
            isOwn(module, /src\/(action\/|entries\/run-action|features\/[^/]+\/action)/),
        },
      ],
    },
  },
});

/**
 * Escapes what is not ASCII. V8 keeps the text of each module, in half of the memory if it is Latin-1,
 * and Node decodes it faster.
 * @throws {Error} for a template of `String.raw`, in which this would not be the same.
 */
function escapeChunks(_options: unknown, bundle: OutputBundle): void {
  for (const file of Object.values(bundle)) {
    if (file.type !== 'chunk') continue;
    const raw = /String\.raw`[^`]*[\u0080-\uffff]/.exec(file.code);
    if (raw !== null) throw new Error(`${file.fileName}: not ASCII in ${raw[0]}`);
    file.code = file.code.replaceAll(
      /[\u0080-\uffff]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
    );
  }
}

function lazyName(module: string): string {
  const [, name] = Object.entries(LAZY).find(([path]) => module.includes(`/${path}`)) ?? [];
  const [, feature, own] = /\/src\/(?:cli|features\/([\w-]+))\/([\w-]+)\.ts$/.exec(module) ?? [];
  const command = own === 'command' ? feature : own;
  const chosen = name ?? (command && `commands/${command}`);
  if (chosen === undefined) throw new Error(`${module} has no name in LAZY of rolldown.config.ts`);
  return chosen;
}

/** True for modules of src at a path that matches and that are not chunks themselves. */
function isOwn(module: string, path: RegExp): boolean {
  const file = relative(import.meta.dirname, module);
  return file.startsWith('src/') && path.test(file) && !(file in LAZY);
}

function isCore(module: string): boolean {
  return isOwn(module, /^/) && !OUTSIDE_CORE.test(module);
}

/** Adds LICENCES.txt with the licences of all libraries that are in dist. */
function writeLicences(this: PluginContext, _options: unknown, bundle: OutputBundle): void {
  const modules = Object.values(bundle).flatMap((file) =>
    file.type === 'chunk' ? file.moduleIds : [],
  );
  const source = licencesOf(modules);
  this.emitFile({ type: 'asset', fileName: 'LICENCES.txt', source });
}

/** Returns the licences of the libraries that these modules are of. */
function licencesOf(modules: readonly string[]): string {
  const libraries = modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id) ?? []);
  const texts = [...new Set(libraries)].map((folder) => {
    const { name, version, license } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    const files = readdirSync(folder).filter((file) => /^(?:licen[cs]e|notice)/i.test(file));
    const licences = files.map((file) => readFileSync(join(folder, file), 'utf8').trim());
    return [`${name} ${version} (${license ?? 'no licence named'})`, ...licences].join('\n\n');
  });
  return `${[...new Set(texts)].toSorted().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}
