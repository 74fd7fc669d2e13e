import { afterEach, beforeAll, beforeEach, describe, expect, it } from '#jest';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { SBOM_FILE } from '../../../src/package/layout.ts';
import { sealPackage } from '../../../src/package/files.ts';
import { tvmFfi } from '../../support/build-tools.ts';
import { errorsIn, expectSuccess, type Workspace, workspace } from '../../support/command.ts';
import { expectGolden } from '../../support/golden.ts';
import { operatorsPackage } from './support/operators.ts';
import { packageContents, readFiles } from '../../support/packed-package.ts';

const execute = promisify(execFile);

/** Reads a wheel, and compares it with its own RECORD, in Python: a JSON object of its texts. */
const READ = `
import base64, csv, hashlib, io, json, sys, zipfile
wheel = zipfile.ZipFile(sys.argv[1])
names = wheel.namelist()
[record] = [name for name in names if name.endswith(".dist-info/RECORD")]
rows = list(csv.reader(io.TextIOWrapper(wheel.open(record))))
assert [row[0] for row in rows] == names, "RECORD lists other files"
for name, digest, size in rows:
    content = wheel.read(name)
    if name != record:
        own = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        assert (digest, size) == ("sha256=" + own, str(len(content))), name
print(json.dumps({n: wheel.read(n).decode() for n in names if not n.endswith(".so")}))
`;

/** A program without PyTorch, with NumPy's arrays. */
const USE = `
import json, array, sys
import nn, tvm_ffi
x = tvm_ffi.from_dlpack(__import__("numpy").zeros((2, 3), "float32"))
errors = []
for call in (lambda: nn.ffi.softmax(x, x), lambda: nn.ffi.softmax(x), lambda: nn.softmax(x)):
    try:
        call()
    except Exception as error:
        errors.append(f"{type(error).__name__}: {error}")
print(json.dumps({"version": nn.__version__, "file": nn.__file__, "errors": errors}))
`;

describe('wheel', () => {
  let origin: string;
  let space: Workspace;
  beforeAll(async () => {
    origin = await packageFor('cuda');
  });

  async function packageFor(kind: 'cuda' | 'both' | 'amd'): Promise<string> {
    const built = await operatorsPackage(kind);
    const files = new Map<string, string>(await readFiles(built));
    files.delete('SHA256SUMS');
    const manifest = files.get('manifest.json') ?? '';
    files.delete('manifest.json');
    files.set(SBOM_FILE, '{"bomFormat": "CycloneDX"}\n');
    const licensed = manifest.replace(
      '"version": "1.2.0"',
      '"version": "1.2.0-rc.1", "license": "MIT"',
    );
    const folder = join(dirname(built), 'nn');
    for (const [path, text] of sealPackage(files, licensed)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), text);
    }
    return folder;
  }
  beforeEach(async () => {
    space = await workspace();
    await cp(origin, join(space.folder, 'aot'), { recursive: true });
  });
  afterEach(() => space.remove());

  const read = async (wheel: string): Promise<Record<string, string>> =>
    JSON.parse((await execute('python3', ['-c', READ, wheel])).stdout);

  it('makes a wheel that says what it contains, for which platform, and from what', async () => {
    const both = await packageFor('both');
    const argv = ['--package', both, '--name', 'my-nn', '--json'];
    const made = await space.triton(['wheel', ...argv]);
    expectSuccess(made);
    const result = JSON.parse(made.stdout);
    expect(result).toMatchObject({
      layout: 'wheel',
      package: 'nn',
      name: 'my-nn',
      version: '1.2.0rc1',
      operators: ['softmax', 'picky', 'normalise', 'tiles'],
    });
    const [wheel = ''] = result.files;
    const tag = /^my_nn-1\.2\.0rc1-(py3-none-manylinux_2_\d+_\w+)\.whl$/;
    const [, own] = tag.exec(wheel.slice(join(space.folder, 'dist/').length)) ?? [];
    const { stdout: names } = await execute('python3', ['-m', 'zipfile', '-l', wheel]);
    expect(names.match(/\S+\.so\b/g)).toEqual(['nn/libnn.hip.so', 'nn/libnn.so']);
    const texts = await read(wheel);
    expect(texts['my_nn-1.2.0rc1.dist-info/WHEEL']).toContain(
      `Root-Is-Purelib: false\nTag: ${own}\n`,
    );
    expectGolden(texts['my_nn-1.2.0rc1.dist-info/METADATA'] ?? '');
    expect(texts['my_nn-1.2.0rc1.dist-info/sboms/nn.cdx.json']).toContain('CycloneDX');
    for (const path of ['manifest.json', 'SHA256SUMS'])
      expect(texts[`nn/provenance/${path}`]).toBe(await readFile(join(both, path), 'utf8'));
    expect(
      createHash('sha256')
        .update(await readFile(wheel))
        .digest('hex'),
    ).toBe(result.sha256);
  });

  it('is imported without PyTorch, a driver and a compiler, and reports errors of the library', async () => {
    const made = await space.triton(['wheel', '--json']);
    expectSuccess(made);
    const { python } = await tvmFfi();
    const site = join(space.folder, 'site');
    const unpack = 'import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])';
    await execute(python, ['-c', unpack, JSON.parse(made.stdout).files[0], site]);
    const { stdout } = await execute(python, ['-c', USE], {
      env: { PYTHONPATH: site, PATH: '/nowhere' },
    });
    expect(JSON.parse(stdout)).toEqual({
      version: '1.2.0-rc.1',
      file: join(site, 'nn/__init__.py'),
      errors: [
        'ValueError: softmax: x is on cpu; expected a CUDA device',
        'TypeError: softmax: got 1 argument; expected 2 (x, y)',
        'AttributeError: nn.softmax needs PyTorch; nn.ffi.softmax does not',
      ],
    });
  });

  it('says what a package lacks', async () => {
    for (const [path, text] of await packageContents()) await space.write(`plain/${path}`, text);
    const { code, stderr } = await space.triton(['wheel', '--package', 'plain']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('says which name Python does not allow', async () => {
    const { code, stderr } = await space.triton(['wheel', '--name', 'my kernels']);
    expect(code).toBe(2);
    expectGolden(errorsIn(stderr));
  });

  it('says that a C compiler is missing', async () => {
    const bin = join(space.folder, 'bin');
    await mkdir(bin);
    const { stdout } = await execute('python3', ['-c', 'import sys; print(sys.executable)']);
    await symlink(stdout.trim(), join(bin, 'python3'));
    const { code, stderr } = await space.triton(['wheel'], { env: { PATH: bin } });
    expect(code).toBe(3);
    expectGolden(errorsIn(stderr));
  });
});
