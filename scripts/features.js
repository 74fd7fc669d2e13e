// Lists the files of src and python that mention a feature outside of its folders: node scripts/features.js [NAME].
// Fails if there are more of them than the feature's row allows. src/entries registers features, so it is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The features: their folders beside src/features/NAME, the words that mention them, and in how many other files these may be. A number only
 * ever gets smaller. `besides` are words that look like a mention, but mean something else.
 */
const FEATURES = {
  amd: {
    folders: ['python/bridge/aot_bridge/vendors/hip.py', 'python/bundle/aot_bundle/vendors/hip.py'],
    words:
      /\b(?:amd(?!64)|AMD|gfx)|HIP|\b[hH]ip(?![a-z])|[a-z]Hip(?![a-z])|_hip|rocm|ROC[mM]|hsaco/,
    // What programs and indexes call the GPUs of all vendors, also of those without a feature, and the switches of Triton
    // that the keys of its cache always cover.
    besides: /\bxpu\b|AMDGCN_|TRITON_HIP_/,
    // The C headers that choose between vendors.
    most: 6,
  },
  authoring: {
    folders: ['python/bridge/aot_evidence/', 'python/bridge/infer_entries.py', 'python/record/'],
    words: /features\/authoring|\bauthoring\b|aot_evidence|infer_entries/,
    most: 6,
  },
  bundle: {
    folders: ['python/bundle/'],
    words: /bundle/i,
    // Bundles of certificates, and of Sigstore.
    besides: /REQUESTS_CA_BUNDLE/,
    notIn: /\/attest/,
    most: 6,
  },
  operators: {
    folders: ['python/operators/'],
    words:
      /(?<![\w-])[oO]perators?(?!\w)(?!: '|=|\(\)|\[)|[oO]perator[A-Z]\w*|\bops?:|(?<!\w)aot_(?:ffi|ops|torch)/,
    most: 6,
    // The operators of the grid language and of Python, and the keyword of C++.
    notIn: /^src\/manifest\/grid\/|^python\/(?!operators|triton_aot)|\.(?:hpp|cpp)$/,
  },
  'own-tests': {
    folders: [
      'python/emulate/triton_aot_emulate/',
      'python/emulate/with_torch/',
      'src/prove/emulate/program.ts',
    ],
    words: /own-tests|triton_aot_emulate/,
    most: 0,
  },
  'triton-generator': { words: /triton-generator|triton_tools|TOOL_CALLS/, most: 0 },
  tuning: {
    words: /\b[tT]un(?:e|es|ed|ing)\b|[a-z][tT]un(?:e|ed|ing)|\bTun(?:e|ing)[A-Z]|_tuned_/,
    // What Triton's own autotuner chose, also in a recording.
    besides: /autotun|isTuned|RecordedTuning/i,
    notIn: /^python\/|^src\/features\/(?:authoring|bundle)\/|^src\/plan\/recording/,
    most: 6,
  },
};

const files = execFileSync('git', ['ls-files', 'src', 'python'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|py|h|hpp|c|cpp)$/.test(path))
  .filter((path) => !path.startsWith('src/entries/') && !/\/(?:tests|with_torch)\//.test(path));

/** Returns the files outside of the feature's folders that mention it. */
function mentions(name, { folders = [], words, besides, notIn }) {
  const own = [`src/features/${name}/`, ...folders];
  return files.filter((path) => {
    if (own.some((folder) => path.startsWith(folder)) || notIn?.test(path)) return false;
    const lines = readFileSync(path, 'utf8').split('\n');
    return lines.some((line) => words.test(line) && !besides?.test(line));
  });
}

const [only] = process.argv.slice(2);
for (const [name, feature] of Object.entries(FEATURES)) {
  if (only !== undefined && only !== name) continue;
  const others = mentions(name, feature);
  const isTooMany = others.length > feature.most;
  console.log(`${name}: mentioned in ${others.length} other files, at most ${feature.most}`);
  if (only !== undefined || isTooMany) for (const path of others) console.log(`  ${path}`);
  if (isTooMany) process.exitCode = 1;
}
