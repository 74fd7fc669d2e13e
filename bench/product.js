import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

const execute = promisify(execFile);

export const EXAMPLES = ['flash-attention', 'layernorm-linear', 'matmul', 'softmax', 'vector-add'];

/** Returns the folder of an example. */
export function exampleFolder(example) {
  return join(ROOT, 'examples', example);
}

/**
 * Builds an example with the command line. `flags` are further options.
 * @returns {Promise<{ seconds: number, log: string }>} the wall time and standard error.
 */
export function build(example, out, store, flags) {
  const manifest = join(exampleFolder(example), 'kernels.yaml');
  return cli(['build', '--manifest', manifest, '--out', out, '--store', store, ...flags]);
}

/** Runs the command line, and measures it as `run` does. */
export function cli(args) {
  const [program, ...rest] = cliAt(ROOT);
  return run(program, [...rest, ...args]);
}

/** The command line of the version of triton-aot in a folder. */
export function cliAt(root) {
  return [process.execPath, join(root, 'dist', 'cli.js')];
}

/** Reads the manifest.json of a package. */
export async function readPackage(folder) {
  return JSON.parse(await readFile(join(folder, 'manifest.json'), 'utf8'));
}

/** Runs a program and measures its time. Rejects with standard error unless the exit code is 0. */
export function run(program, args, options = {}) {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
    let log = '';
    child.stderr.setEncoding('utf8').on('data', (text) => (log += text));
    child.once('error', reject).once('close', (code) => {
      const seconds = (performance.now() - start) / 1000;
      if (code === 0) resolve({ seconds, log });
      else reject(new Error(`${program} ${args.join(' ')} exited with ${code}:\n${log}`));
    });
  });
}

// Node does not say what the processes that it starts take. Source: getrusage(2), RUSAGE_CHILDREN.
const MEASURE = `
import json, resource, subprocess, sys, time
start = time.perf_counter()
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "cpu": used.ru_utime + used.ru_stime, "mebibytes": used.ru_maxrss / 1024}))
sys.exit(status)
`;

/**
 * Runs a command with more environment variables. Returns its wall time, the processor time of it
 * and all processes that it starts, and the peak memory of the largest of them.
 * @returns {Promise<{ seconds: number, cpu: number, mebibytes: number }>}
 */
export async function runMeasured(argv, env = {}) {
  const options = { env: { ...process.env, ...env }, maxBuffer: Infinity };
  const { stdout } = await execute('python3', ['-I', '-c', MEASURE, ...argv], options);
  return JSON.parse(stdout);
}

/** A module for Node that says how much memory its process took at most, in KiB. */
const PEAK = `data:text/javascript,${encodeURIComponent(`
import { writeFileSync } from 'node:fs';
process.once('exit', () => writeFileSync(process.env.BENCH_PEAK, String(process.resourceUsage().maxRSS)));
`)}`;

/**
 * Runs the command line, and measures it as `runMeasured` does. `node` is the peak memory in MiB of
 * its own process, without those that it starts.
 * @param folder for temporary files
 * @returns {Promise<{ seconds: number, cpu: number, mebibytes: number, node: number }>}
 */
export async function cliMeasured(args, folder, root = ROOT) {
  const [node, ...rest] = cliAt(root);
  const file = join(folder, 'peak');
  const used = await runMeasured([node, '--import', PEAK, ...rest, ...args], { BENCH_PEAK: file });
  return { ...used, node: Number(await readFile(file, 'utf8')) / 1024 };
}

export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Formats rows, the first being the heading, as a table. The first column is left-aligned, the
 * others right-aligned.
 */
export function table(rows) {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => row[column].length)));
  const pad = (cell, column) =>
    column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column]);
  return rows.map((row) => `${row.map(pad).join('  ').trimEnd()}\n`).join('');
}
