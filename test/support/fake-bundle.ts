import { unzipSync, zipSync } from 'fflate';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '../../src/base/text.ts';
import { type BundleIndex, bundledVendors } from '../../src/features/bundle/bundle-index.ts';
import { metadataFiles } from '../../src/features/bundle/bundle-wheel.ts';

/** The keys of the kernels of a bundle that `writeFakeBundle` makes, for sm_80 and sm_90. */
export const KEYS = ['AAAA', 'BBBB'] as const;

/** The name of its wheel. */
export const WHEEL = 'serve_bundle-0.1.0-cp312-none-linux_x86_64.whl';

/** The folder of its metadata. */
export const INFO = 'serve_bundle-0.1.0.dist-info';

/** Differences to a bundle as `bundle` writes it. */
export interface FakeBundle {
  readonly name?: string;
  /** The name for `import`. */
  readonly module?: string;
  /** Changes `bundle.json`. */
  readonly index?: (index: BundleIndex) => unknown;
  /** Files to add to the wheel or to change; undefined: to leave out. */
  readonly files?: Readonly<Record<string, string | undefined>>;
  /** Changes RECORD, which lists all files as they are. */
  readonly record?: (text: string) => string | undefined;
}

/** Writes the wheel of a bundle with two kernels to a folder. Returns its path. */
export async function writeFakeBundle(folder: string, fake: FakeBundle = {}): Promise<string> {
  const {
    name = WHEEL,
    module = 'serve_bundle',
    index: change = (index: BundleIndex) => index,
    files = {},
    record: changeRecord = (text: string) => text,
  } = fake;
  const digests = { 'k.cubin': sha256('code'), 'k.json': sha256('{}') };
  const own = { '__init__.py': '# manager\n', 'helpers/cuda_utils.so': 'helper' };
  const index: BundleIndex = {
    format: 1,
    environment: { version: '3.8.0', python: '3.12.3' },
    files: Object.fromEntries(Object.entries(own).map(([path, text]) => [path, sha256(text)])),
    entries: KEYS.map((key, at) => ({
      module: 'ops',
      function: 'k',
      key,
      target: ['cuda', [80, 90][at] ?? 0, 32],
      files: digests,
    })),
  };
  const kernels = KEYS.flatMap((key) => [
    [`${module}/cache/${key}/k.cubin`, 'code'],
    [`${module}/cache/${key}/k.json`, '{}'],
  ]);
  const vendors = bundledVendors(index);
  const about = { name: module, version: '0.1.0', vendors };
  const metadata = metadataFiles(about, 'cp312-none-linux_x86_64');
  const all: Record<string, string | undefined> = {
    ...Object.fromEntries(Object.entries(own).map(([path, text]) => [`${module}/${path}`, text])),
    ...Object.fromEntries(kernels),
    [`${module}/bundle.json`]: JSON.stringify(change(index)),
    ...Object.fromEntries(
      Object.entries(metadata).map(([file, text]) => [`${INFO}/${file}`, text]),
    ),
    ...files,
  };
  const present = Object.entries(all).flatMap(([path, text]) =>
    text === undefined ? [] : [[path, text] as const],
  );
  const rows = present.map(([path, text]) => {
    const digest = Buffer.from(sha256(text), 'hex').toString('base64url');
    return `${path},sha256=${digest},${Buffer.byteLength(text)}\n`;
  });
  const record = changeRecord([...rows, `${INFO}/RECORD,,\n`].join(''));
  const content = [
    ...present,
    ...(record === undefined ? [] : [[`${INFO}/RECORD`, record] as const]),
  ].map(([path, text]) => [path, Buffer.from(text)] as const);
  const wheel = join(folder, name);
  await mkdir(folder, { recursive: true });
  await writeFile(wheel, zipSync(Object.fromEntries(content)));
  return wheel;
}

/** What a program writes while it runs with a bundle. */
export const REPLAY = {
  kind: 'replay',
  format: 1,
  how: 'ran',
  mode: 'error',
  triton: '3.8.0',
  python: '3.12.3',
  device: 'NVIDIA H200',
  run: { repository: 'me/kernels', id: '7' },
} as const;

/** Writes lines of JSON to a file of a folder. */
export async function writeLines(
  folder: string,
  file: string,
  lines: readonly object[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, file), lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** The digest that stands for the bundle in a wheel. */
export function bundleDigest(wheel: string): string {
  return sha256(unzipSync(readFileSync(wheel))['serve_bundle/bundle.json'] ?? '');
}
