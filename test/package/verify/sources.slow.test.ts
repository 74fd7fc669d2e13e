import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkAbi } from '../../../src/compile/cubin/check.ts';
import type { BuildContext } from '../../../src/base/context.ts';
import { Failure, formatProblem } from '../../../src/base/errors.ts';
import { readRuntimeHeaders } from '../../../src/package/c/header.ts';
import { packageFiles } from '../../../src/package/files.ts';
import { writePackage } from '../../../src/package/folder.ts';
import { planChoices, readTuningBeside } from '../../../src/plan/choices.ts';
import { draftPlan } from '../../../src/plan/prepare.ts';
import { NO_HINTS } from '../../../src/plan/hint-request.ts';
import { writeTuning } from '../../../src/manifest/tuning/file.ts';
import type { CheckFinding } from '../../../src/package/verify/finding.ts';
import { compareWithSources } from '../../../src/verify.ts';
import { inspectPackage } from '../../../src/verify.ts';
import { fakeCompiled } from '../../support/fake-build.ts';
import { expectGolden } from '../../support/golden.ts';
import { A100, H100, tunedKernel } from '../../support/tuning.ts';
import { fakeContext } from './context.ts';
import { edit, reseal } from './whole-package.ts';
import { HERE } from '../../support/here.ts';
import { type WarmPython, warmPython } from '../../support/warm-python.ts';

const PYTHON = `import triton
import triton.language as tl
from shared import twice

@triton.jit
def scale(x, n, BLOCK: tl.constexpr):
    tl.store(x, twice(n))
`;
const COPY = `import triton

@triton.jit
def copy(x):
    pass
`;
const MANIFEST = `package: demo
version: 1.2.0
triton: 3.8.0
targets: [sm_80, sm_90]
defaults: { specialise: listed }
kernels:
  scale: { source: "scale.py:scale", signature: "*fp32, i32, 64", grid: 1 }
  copy: { source: "copies.py:copy", signature: "*fp32", grid: 1 }
`;

let warm: WarmPython;
let folder = '';
beforeAll(async () => {
  warm = await warmPython();
});
afterAll(() => warm.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sources-'));
  await writeFile(at('kernels.yaml'), MANIFEST);
  await writeFile(at('scale.py'), PYTHON);
  await writeFile(at('copies.py'), COPY);
  await writeFile(
    at('shared.py'),
    'import triton\n\n@triton.jit\ndef twice(x):\n    return 2 * x\n',
  );
  await pack();
});
afterEach(() => rm(folder, { recursive: true }));

/** The context with the Python that has been started. */
function context(): BuildContext {
  const env = { ...process.env, PATH: [warm.folder, process.env['PATH']].join(':') };
  return { ...fakeContext(), env };
}

const at = (path: string): string => join(folder, path);

/** Writes the package that a build of the sources gives, with cubins without code. */
async function pack(part?: string): Promise<void> {
  const targets = part === undefined ? undefined : [part];
  const draft = await draftPlan({ manifest: at('kernels.yaml'), targets }, context());
  const { manifest, kernels, variants } = draft.finish(NO_HINTS);
  const linked = checkAbi(variants.map((variant) => [variant, fakeCompiled(variant)] as const));
  const { package: name, version, triton } = manifest;
  const tuning = await readTuningBeside(at('kernels.yaml'));
  const { choices } = planChoices(tuning, { manifest, kernels, variants });
  const versions = { tritonVersion: triton, generatorVersion: '0.1.0' };
  const facts = { package: name, version, part, choices, ...versions };
  await writePackage(at('aot'), packageFiles(facts, linked, await readRuntimeHeaders()), HERE);
}

interface Comparison {
  readonly isNamed?: boolean;
  readonly manifest?: string;
  readonly targets?: readonly string[];
}

async function compare({
  isNamed = false,
  manifest = 'kernels.yaml',
  targets,
}: Comparison = {}): Promise<CheckFinding> {
  const { pkg } = await inspectPackage(at('aot'), context());
  const sources = { selection: { manifest: at(manifest), targets }, isNamed };
  const request = { package: at('aot'), sources, rebuild: undefined };
  const [finding] = await compareWithSources(pkg, request, context());
  if (finding === undefined) throw new Error('there is no finding');
  return finding;
}

/** The problems of a comparison, a line each, without hints. */
async function problems(comparison?: Comparison): Promise<readonly string[]> {
  const finding = await compare(comparison);
  return finding.problems.map(({ message, place }) =>
    formatProblem({ message, place }).replaceAll(`${folder}/`, ''),
  );
}

const expectProblems = async (comparison?: Comparison): Promise<void> =>
  expectGolden((await problems(comparison)).join('\n'));

describe('the comparison of a package with its sources', () => {
  it('finds no difference after a build', async () => {
    const { check, problems: none } = await compare();
    expect(none).toEqual([]);
    expect(check.outcome).toBe('ok');
    expectGolden(check.text.replaceAll(`${folder}/`, ''));
  });

  it('finds no difference in a part with one of the targets', async () => {
    await pack('sm_90');
    expect(await problems()).toEqual([]);
  });

  it('finds a changed function that a kernel calls', async () => {
    await edit(at('shared.py'), (text) => `# a comment\n${text}`);
    expect(await problems()).toEqual([]);
    await edit(at('shared.py'), (text) => text.replace('2 * x', '3 * x'));
    await expectProblems();
  });

  it('finds a kernel that has changed in the manifest', async () => {
    await edit(at('kernels.yaml'), (text) => text.replace('i32, 64"', 'i32, 128"'));
    await expectProblems();
  });

  it('finds new and removed kernels and targets', async () => {
    await edit(at('kernels.yaml'), (text) =>
      text.replace('  copy:', '  duplicate:').replace('sm_90]', 'sm_120]'),
    );
    await expectProblems();
  });

  it('finds another version, licence or version of Triton', async () => {
    await edit(at('kernels.yaml'), (text) =>
      text.replace('1.2.0', '1.3.0').replace('3.8.0', '3.9.0\nlicense: MIT'),
    );
    expectGolden((await problems()).slice(0, 3).join('\n'));
  });

  it('finds another Triton of the same version', async () => {
    await edit(at('aot/manifest.json'), (text) =>
      text.replace(/"tritonDigest": "sha256:\w+"/, '"tritonDigest": "sha256:0badc0de"'),
    );
    await reseal(at('aot'));
    await expectProblems();
  });

  it('finds a manifest.json with another list of sources', async () => {
    await edit(at('aot/manifest.json'), (text) =>
      text.replace('"path": "shared.py"', '"path": "other.py"'),
    );
    await reseal(at('aot'));
    await expectProblems();
  });

  it('finds that the measurements have changed', async () => {
    const measure = async (n: number): Promise<void> => {
      const selection = { manifest: at('kernels.yaml') };
      const { variants } = (await draftPlan(selection, context())).finish(NO_HINTS);
      const sizes = [[{ n }, 5]] as const;
      const targets = ['sm_80', 'sm_90'] as const;
      const kernels = targets.map((target) =>
        tunedKernel(variants, 'scale', target, sizes, { device: target === 'sm_80' ? A100 : H100 }),
      );
      await writeTuning(at('tuning.json'), kernels);
    };
    await measure(64);
    await expectProblems();
    await pack();
    expect(await problems()).toEqual([]);
    await pack('sm_90');
    expect(await problems()).toEqual([]);
    await measure(65);
    expect(await problems()).toHaveLength(1);
    await rm(at('tuning.json'));
    await expectProblems();
  });

  it('uses the requested targets', async () => {
    const { manifest } = { manifest: at('kernels.yaml') };
    await edit(manifest, (text) => text.replace('sm_90]', 'sm_90, sm_120]'));
    expect(await problems()).toHaveLength(2);
    expect(await problems({ targets: ['sm_80', 'sm_90'] })).toEqual([]);
  });
});

describe('the default manifest', () => {
  it('may be missing: the comparison is skipped', async () => {
    const { check } = await compare({ manifest: 'absent.yaml' });
    expect(check).toMatchObject({ name: 'sources', outcome: 'skipped' });
    expectGolden(check.text.replaceAll(`${folder}/`, ''));
  });

  it('may be that of another package: the comparison is skipped', async () => {
    await edit(at('kernels.yaml'), (text) => text.replace('package: demo', 'package: other'));
    const { check } = await compare();
    expect(check.outcome).toBe('skipped');
    expectGolden(check.text.replaceAll(`${folder}/`, ''));
  });
});

describe('a manifest that the user names', () => {
  it('is compared even if it is that of another package', async () => {
    await edit(at('kernels.yaml'), (text) => text.replace('package: demo', 'package: other'));
    const [first = ''] = await problems({ isNamed: true });
    expectGolden(first);
  });

  it('must exist', async () => {
    const comparing = compare({ isNamed: true, manifest: 'absent.yaml' });
    await expect(comparing).rejects.toThrow(Failure);
  });
});
