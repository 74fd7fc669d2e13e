import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { operatorsPackage } from '../features/operators/support/operators.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';
import { type PypiPackage, pypiPackage } from './pypi-package.ts';

/** Calls the interface, and prints what it returned and raised. */
const USE = `
import json, pathlib, pickle, sys
import triton_aot

built = triton_aot.build("kernels.yaml", targets=["sm_90"], store=pathlib.Path("store"), strict_tuning=False)
made = triton_aot.Package(pathlib.Path(sys.argv[1])).wheel(out="wheels")
failures = []
program = [sys.argv[2], "-B", "app/program.py", "usual"]
for call in (
    lambda: triton_aot.build("missing.yaml"),
    lambda: triton_aot.build("wrong.yaml", store="store"),
    lambda: triton_aot.build(tagrets="sm_90"),
    lambda: built.wheel(),
    # The program launches nothing: it only compiles.
    lambda: triton_aot.run("record", "--", *program, keep="recording", from_=None),
    lambda: triton_aot.bundle("recording"),
):
    try:
        call()
    except triton_aot.TritonAotError as error:
        assert str(pickle.loads(pickle.dumps(error))) == str(error)
        failures.append(f"exit code {error.exit_code}: {error}")
        problem = error.problems[0]
        failures.append(f"    {problem.file}, {problem.line}, {problem.column}")
try:
    triton_aot.run("plan", only=["a,b"])
except ValueError as error:
    failures.append(str(error))
bundle = built.bundle("recording", python=program[0], paths=["app"], wheel=True)
print(json.dumps({
    "folder": str(built.folder),
    "variants": len(built.result["variants"]),
    "files": [str(made), str(bundle.folder), str(bundle.wheel)],
    "failures": failures,
}))
`;

describe('the package for PyPI', () => {
  let space: PypiPackage['space'];
  let start: PypiPackage['start'];
  /** The programs of an environment with everything. */
  let complete = '';

  beforeAll(async () => {
    const made = await pypiPackage();
    ({ space, start } = made);
    complete = await made.install('complete');
  });
  afterAll(() => space.remove());

  it('makes packages, wheels and bundles from Python, whose errors say all that the program does', async () => {
    const manifest = await readFile(join(space.folder, 'kernels.yaml'), 'utf8');
    await space.write('wrong.yaml', manifest.replace(/^package: .*$/m, 'package: 3'));
    await cp(join(ROOT, 'test/fixtures/bundle'), join(space.folder, 'app'), { recursive: true });
    const [version = ''] = TRITON_VERSIONS;
    const folders = [await operatorsPackage(), await tritonPython(version)];
    const argv = [join(complete, 'python'), '-c', USE, ...folders];
    // The Python of the environment is used, although it is not on PATH.
    const used = await start(argv, '/usr/bin:/bin');
    expectSuccess(used);
    const { folder, variants, files, failures } = JSON.parse(used.stdout);
    expect({ folder, variants }).toEqual({ folder: join(space.folder, 'aot'), variants: 4 });
    expect(files).toEqual([
      expect.stringMatching(/\/wheels\/nn-1\.2\.0-py3-none-manylinux.*\.whl$/),
      join(space.folder, 'dist/vector_add_bundle'),
      expect.stringMatching(/\/dist\/vector_add_bundle-0\.1\.0-cp3.*\.whl$/),
    ]);
    expect(used.stderr).toMatch(/^Plan kernels.yaml\n(?: .*\n)*? {2}done in \d+\.\d s$/m);
    expectGolden(failures.join('\n').replaceAll(space.folder, 'FOLDER'));
  });
});
