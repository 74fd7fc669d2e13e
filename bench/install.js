// Compares the first package on a fresh machine: Triton from parts of its wheel with the whole wheel.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { cliAt, exampleFolder, median, readPackage, ROOT, runMeasured, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    example: { type: 'string', default: 'vector-add' },
    targets: { type: 'string', default: 'sm_90' },
    triton: { type: 'string', default: '3.8.0' },
    rounds: { type: 'string', default: '3' },
  },
});

const FILES = 'https://files.pythonhosted.org';
const MEASURES = ['seconds', 'cpu', 'downloaded', 'disk'];
const work = await mkdtemp(join(tmpdir(), 'bench-install-'));
try {
  await compare();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function compare() {
  const ways = [
    { name: 'whole wheel', mirror: await mirror(false) },
    { name: 'parts', mirror: await mirror(true) },
  ];
  // Gets the files from PyPI.
  for (const way of ways) await first(way);
  const results = ways.map(() => []);
  for (let round = 0; round < Number(options.rounds); round += 1)
    for (const [at, way] of ways.entries()) results[at].push(await first(way));
  for (const way of ways) way.mirror.server.close().closeAllConnections();
  const cubins = new Set(results.flat().map((result) => result.cubins));
  if (cubins.size !== 1) throw new Error('the two ways give other cubins');

  const medians = results.map((each) =>
    MEASURES.map((measure) => median(each.map((result) => result[measure]))),
  );
  const rows = medians.map((numbers, at) => [ways[at].name, ...numbers.map((n) => n.toFixed(1))]);
  const [whole, parts] = medians;
  const ratios = parts.map((number, at) => (number / whole[at]).toFixed(2));
  process.stdout.write(
    table([
      ['first package', 'seconds', 'CPU seconds', 'MB downloaded', 'MB on disk'],
      ...rows,
      ['ratio', ...ratios],
    ]),
  );
}

/** Builds with an empty home and store. */
async function first({ mirror: { url, traffic } }) {
  const folder = await mkdtemp(join(work, 'machine-'));
  const [home, out] = [join(folder, 'home'), join(folder, 'out')];
  const manifest = join(exampleFolder(options.example), 'kernels.yaml');
  const flags = ['--targets', options.targets, '--triton', options.triton];
  traffic.bytes = 0;
  const { seconds, cpu } = await runMeasured(
    [...cliAt(ROOT), 'build', '--manifest', manifest, '--out', out, ...flags],
    { TRITON_AOT_HOME: home, UV_DEFAULT_INDEX: `${url}/simple` },
  );
  const downloaded = traffic.bytes / 1e6;
  const disk = (await bytesOnDisk(home)) / 1e6;
  const { kernels } = await readPackage(out);
  const cubins = JSON.stringify(kernels.map(({ variants }) => variants.map((each) => each.sha256)));
  await rm(folder, { recursive: true });
  return { seconds, cpu, downloaded, disk, cubins };
}

/** A package index on this machine with the files of PyPI. triton-aot gets ranges of them, or it does not. */
async function mirror(knowsRanges) {
  const traffic = { bytes: 0 };
  const server = createServer((request, response) => {
    serve(request, response, knowsRanges, traffic).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, traffic, url: `http://127.0.0.1:${server.address().port}` };
}

async function serve({ url, headers, method }, response, knowsRanges, traffic) {
  const isPage = url.startsWith('/simple/');
  const file = await kept(isPage ? `https://pypi.org${url}` : FILES + url);
  if (file === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { size } = await stat(file);
  let [start, end] = [0, size];
  response.setHeader('content-type', isPage ? 'text/html' : 'application/octet-stream');
  // uv reads a wheel's requirements by ranges.
  const answers = knowsRanges || !headers['user-agent']?.startsWith('triton-aot');
  if (answers) response.setHeader('accept-ranges', 'bytes');
  const range = answers ? /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') : null;
  if (range !== null) {
    start = range[1] === '' ? size - Number(range[2]) : Number(range[1]);
    end = range[1] === '' || range[2] === '' ? size : Math.min(size, Number(range[2]) + 1);
    response.statusCode = 206;
    response.setHeader('content-range', `bytes ${start}-${end - 1}/${size}`);
  }
  response.setHeader('content-length', end - start);
  if (method === 'HEAD') {
    response.end();
    return;
  }
  const content = createReadStream(file, { start, end: end - 1, highWaterMark: 1 << 20 });
  content.on('data', ({ length }) => (traffic.bytes += length));
  await pipeline(content, response);
}

/** Gets a file of PyPI once; links of pages lead here. */
async function kept(url) {
  const file = join(work, 'pypi', encodeURIComponent(url).slice(-200));
  if (existsSync(file)) return file;
  const answer = await fetch(url, { headers: { accept: 'text/html, */*' } });
  if (!answer.ok) return undefined;
  await mkdir(join(work, 'pypi'), { recursive: true });
  const partial = `${file}.${Math.random()}`;
  const isPage = url.includes('/simple/');
  const body = isPage
    ? Readable.from([(await answer.text()).replaceAll(FILES, '')])
    : Readable.fromWeb(answer.body);
  await pipeline(body, createWriteStream(partial));
  await rename(partial, file);
  return file;
}

async function bytesOnDisk(folder) {
  const files = new Map();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const { ino, blocks } = await lstat(join(entry.parentPath ?? entry.path, entry.name));
    files.set(ino, blocks * 512);
  }
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}
