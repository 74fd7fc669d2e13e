// Lists the files of src and python that mention a feature outside of its folders: node scripts/features.js [NAME].
// Fails if a feature is mentioned in more files than its row allows. src/entries, which registers features, is left out.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

/**
 * The features: their folders, the words that mention them, and in how many other files they may be.
 * A number only ever gets smaller.
 */
const FEATURES = {};

const files = execFileSync('git', ['ls-files', 'src', 'python'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => /\.(ts|py|h|hpp|c|cpp)$/.test(path) && !/^src\/entries\/|\/tests\//.test(path));

const [only] = process.argv.slice(2);
for (const [name, { folders, words, most }] of Object.entries(FEATURES)) {
  if (only !== undefined && only !== name) continue;
  const others = files.filter(
    (path) =>
      !folders.some((folder) => path.startsWith(folder)) && words.test(readFileSync(path, 'utf8')),
  );
  console.log(
    `${name}: ${others.length} of at most ${most} files outside of ${folders.join(', ')}`,
  );
  if (only !== undefined || others.length > most)
    for (const path of others) console.log(`  ${path}`);
  if (others.length > most) process.exitCode = 1;
}
