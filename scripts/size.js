// Counts the lines of each part of src and python, without tests, and compares them with a budget: node scripts/size.js.
// Fails if a part has outgrown its budget, or is far below it: then lower the budget, so that what was saved stays saved.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** Lines that a part may be below its budget before the budget must be lowered. */
const SLACK = 200;

/** The parts: a folder, the most lines, and why there are more than before. A file belongs to the longest folder that it is in. */
const BUDGET = [
  ['python', 100, ''],
  ['python/bench', 750, ''],
  ['python/bridge', 900, ''],
  ['python/bridge/aot_bridge', 3900, ''],
  ['python/bridge/aot_compiled', 1600, ''],
  ['python/bridge/aot_evidence', 3400, ''],
  ['python/bridge/aot_sources', 4550, ''],
  ['python/bridge/aot_wire', 1150, ''],
  ['python/bundle', 1950, ''],
  ['python/emulate/aot_emulate', 11400, 'order, approximations, dependent launches, counts'],
  ['python/emulate/aot_variations', 1000, ''],
  [
    'python/emulate/triton_aot_emulate',
    16350,
    'streams, variations, upgrades, trials of autotuners',
  ],
  ['python/operators', 200, ''],
  ['python/record', 1550, ''],
  ['python/triton_aot', 350, ''],
  ['src', 1200, ''],
  ['src/action', 3050, ''],
  ['src/base', 2350, ''],
  ['src/cli', 2750, ''],
  ['src/compile', 5600, ''],
  ['src/entries', 300, ''],
  ['src/features/amd', 1200, ''],
  ['src/features/authoring', 2600, ''],
  ['src/features/bundle', 1600, ''],
  ['src/features/operators', 5400, ''],
  ['src/features/own-tests', 450, ''],
  ['src/features/triton-generator', 400, ''],
  ['src/features/tuning', 2700, ''],
  ['src/github', 2850, ''],
  ['src/manifest', 11050, ''],
  ['src/package', 6750, ''],
  ['src/plan', 3900, ''],
  ['src/prove', 10900, ''],
  ['src/report', 3250, ''],
  ['src/toolchain', 4200, ''],
];

const files = execFileSync('git', ['ls-files', 'src', 'python'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(?:tsx?|m?js|css|pyi?|h|hpp|c|cc|cpp)$/.test(path))
  .filter((path) => !/\/(?:tests|with_torch)\//.test(path));
const folders = BUDGET.map(([folder]) => folder).toSorted((a, b) => b.length - a.length);
const lines = new Map(folders.map((folder) => [folder, 0]));
for (const path of files) {
  const folder = folders.find((each) => path.startsWith(`${each}/`));
  if (folder === undefined) throw new Error(`${path} is in no part of scripts/size.js`);
  lines.set(folder, lines.get(folder) + readFileSync(path, 'utf8').split('\n').length - 1);
}

let [total, allowed] = [0, 0];
for (const [folder, most, why] of BUDGET) {
  const count = lines.get(folder);
  [total, allowed] = [total + count, allowed + most];
  const state = count > most ? 'too many' : count < most - SLACK ? 'lower the budget' : '';
  if (state !== '') process.exitCode = 1;
  console.log(
    `${String(count).padStart(7)} of ${String(most).padStart(6)}  ${folder}  ${state || why}`,
  );
}
console.log(`${String(total).padStart(7)} of ${String(allowed).padStart(6)}  in all`);
