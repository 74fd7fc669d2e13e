// Lists the files of src that mention a feature outside of its folder: node scripts/features.js [NAME].
// Fails if there are more of them than the feature's row allows. src/entries registers features, so it is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The features: the words that mention them, and in how many other files these may be. A number only
 * ever gets smaller. `besides` are words that look like a mention, but mean something else.
 */
const FEATURES = {
  amd: {
    words: /\b(?:amd|AMD|hip|HIP|rocm|ROCm|gfx\d*)\b|Hip[A-Z]|hip_|hsaco|amd[A-Z]/,
    most: 6,
  },
  authoring: { words: /features\/authoring|\bauthoring\b|aot_evidence|infer_entries/, most: 6 },
  bundle: { words: /bundle/i, besides: /REQUESTS_CA_BUNDLE|[sS]igstore|bundled JavaScript/, most: 6 },
  operators: {
    words:
      /(?<![\w-])[oO]perators?(?!\w)(?!: '|=|\(\)|\[)|[oO]perator[A-Z]\w*|\bops?:|(?<!\w)aot_(?:ffi|ops|torch)/,
    most: 6,
    // The operators of the grid language, and the keyword of C++.
    notIn: /^src\/manifest\/grid\/|\.(?:hpp|cpp)$/,
  },
  'triton-generator': { words: /triton-generator|triton_tools|TOOL_CALLS/, most: 0 },
  tuning: {
    words: /\b[tT]un(?:e|es|ed|ing)\b|[a-z][tT]un(?:e|ed|ing)|\bTun(?:e|ing)[A-Z]|_tuned_/,
    // Triton's own autotuner, and what it chose for a recorded call.
    besides: /autotun|isTuned|RecordedTuning/i,
    most: 6,
  },
};

const files = execFileSync('git', ['ls-files', 'src'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:ts|h|hpp|c|cpp)$/.test(path) && !path.startsWith('src/entries/'));

/** Returns the files outside of the feature's folder, and of other features that build on it, that mention it. */
function mentions(name, { words, besides, notIn }) {
  return files.filter((path) => {
    if (path.startsWith('src/features/') || notIn?.test(path)) return false;
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
