// Measures the first package on a fresh machine, with what uv downloads and what is then on the disk.
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { cliAt, exampleFolder, median, ROOT, runMeasured, table } from './product.js';

const { values: options } = parseArgs({
  options: {
    example: { type: 'string', default: 'vector-add' },
    targets: { type: 'string', default: 'sm_90' },
    triton: { type: 'string', default: '3.9.0' },
    rounds: { type: 'string', default: '3' },
  },
});

const FILES = 'https://files.pythonhosted.org';
const MEASURES = ['seconds', 'cpu', 'downloaded', 'disk'];
const work = await mkdtemp(join(tmpdir(), 'bench-install-'));
try {
  await measure();
} finally {
  await rm(work, { recursive: true, force: true });
}

async function measure() {
  const index = await mirror();
  // Gets the files from PyPI.
  await first(index);
  const results = [];
  for (let round = 0; round < Number(options.rounds); round += 1) results.push(await first(index));
  index.server.close().closeAllConnections();
  const medians = MEASURES.map((name) => median(results.map((result) => result[name])));
  process.stdout.write(
    table([
      ['seconds', 'CPU seconds', 'MB downloaded', 'MB on disk'],
      medians.map((number) => number.toFixed(1)),
    ]),
  );
}

/** Builds with an empty home and store. */
async function first({ url, traffic }) {
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
  await rm(folder, { recursive: true });
  return { seconds, cpu, downloaded, disk };
}

/** A package index on this machine with the files of PyPI. */
async function mirror() {
  const traffic = { bytes: 0 };
  const server = createServer((request, response) => {
    serve(request, response, traffic).catch((error) => response.destroy(error));
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, traffic, url: `http://127.0.0.1:${server.address().port}` };
}

async function serve({ url, headers, method }, response, traffic) {
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
  response.setHeader('accept-ranges', 'bytes');
  const range = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '');
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
