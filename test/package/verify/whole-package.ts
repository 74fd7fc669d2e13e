import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '../../../src/base/text.ts';
import { embedPacked } from '../../../src/package/c/embed.ts';
import { packCode, unpackCode } from '../../../src/package/c/packing.ts';
import { decodeLiterals } from '../../../src/package/verify/embedded.ts';
import { packageFiles } from '../../../src/package/files.ts';
import { listFiles, writePackage } from '../../../src/package/folder.ts';
import { sbomFiles } from '../../../src/package/sbom.ts';
import { fakeChecked, fakeCompiled } from '../../support/fake-build.ts';
import { HERE } from '../../support/here.ts';

/** Has equal cubins, two targets, specialisations with and without a hint, and grid parameters. */
const MANIFEST = `
package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale:
    source: k.py:scale
    arguments: { x: "*fp32:16", n: [i32:1, i32], factor: fp32 }
    grid_parameters: { rows: i64 }
    configs: [{ BLOCK: 64 }, { BLOCK: 128, num_warps: 8 }]
    grid: [cdiv(n, BLOCK), rows]
  copy: { source: "k.py:copy", signature: "*fp32", grid: 1, targets: [sm_90] }
`;
const FUNCTIONS = { scale: ['x', 'n', 'factor', 'BLOCK'], copy: ['x'] };
const FACTS = {
  package: 'demo',
  version: '1.2.0',
  license: 'MIT',
  tritonVersion: '3.8.0',
  generatorVersion: '0.0.0',
};
const CLOSURE = [{ path: 'k.py', sha256: sha256('k') }];

/** Writes a package like a build does, but with cubins without code. Returns its folder. */
export async function wholePackage(): Promise<string> {
  const compiled = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
    fakeCompiled(variant, { registers: 16 + variant.specialisation }),
  );
  const linked = compiled.map((image) => ({
    ...image,
    variant: {
      ...image.variant,
      files: CLOSURE.map((part) => ({ ...part, fileSha256: part.sha256 })),
      inputs: { ...image.variant.inputs, closure: CLOSURE },
    },
  }));
  const sbom = await sbomFiles(FACTS, linked);
  const folder = join(await mkdtemp(join(tmpdir(), 'whole-package-')), 'aot');
  await writePackage(folder, packageFiles(FACTS, linked, sbom), HERE);
  return folder;
}

/** Changes a file's text. Fails if `change` has no effect. */
export async function edit(file: string, change: (text: string) => string): Promise<void> {
  const before = await readFile(file, 'latin1');
  const after = change(before);
  if (before === after) throw new Error(`${file} is unchanged`);
  await writeFile(file, after, 'latin1');
}

/** Changes a byte of a C source's first cubin, and compresses it again, as an attacker would. */
export async function changeCubin(file: string): Promise<void> {
  await edit(file, (text) =>
    text.replace(FIRST_CUBIN, (_all, lines: string, size: string) => {
      const cubin = Buffer.from(unpackCode(decodeLiterals(lines), Number(size)));
      const at = cubin.indexOf('.shstrtab') + '.shstrta'.length;
      cubin.write('x', at);
      return embedPacked('cubin_0', packCode(cubin), cubin.length);
    }),
  );
}

const FIRST_CUBIN =
  /static const char cubin_0_stream\[\] =\n((?: {4}".*";?\n)+)static const struct aot_packed cubin_0 = \{NULL, cubin_0_stream, \d+, (\d+)\};\n/;

/** Writes the checksums again, as an attacker would. */
export async function reseal(folder: string): Promise<void> {
  const paths = (await listFiles(folder)).filter(
    (path) => path !== 'SHA256SUMS' && path !== 'evidence.json',
  );
  const lines: string[] = [];
  for (const path of paths.toSorted()) {
    lines.push(`${sha256(await readFile(join(folder, path)))}  ${path}\n`);
  }
  await writeFile(join(folder, 'SHA256SUMS'), lines.join(''));
}
