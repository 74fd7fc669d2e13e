import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { CheckedVariant } from '../../src/compile/cubin/check.ts';
import { Failure } from '../../src/base/errors.ts';
import type { BenchResult } from '../../src/prove/bench/result.ts';
import { FailedBuild } from '../../src/compile/run.ts';
import type { ComparedBuild } from '../../src/report/difference/build.ts';
import { compareBuilds } from '../../src/report/difference/difference.ts';
import { parseBuild } from '../../src/report/difference/build.ts';
import { evidenceText } from '../../src/package/evidence.ts';
import { EVIDENCE_FILE } from '../../src/package/layout.ts';
import { packageManifest } from '../../src/package/manifest.ts';
import { readPackage } from '../../src/package/read.ts';
import { timeOfVariant } from '../../src/compile/store/times.ts';
import { withBench, withEvidence, withSmoke } from '../../src/report/add.ts';
import { originOf, reportBuild } from '../../src/report/create.ts';
import { readReport, updateReport, writeReport } from '../../src/report/files.ts';
import { reportMarkdown } from '../../src/report/markdown.ts';
import type { Report } from '../../src/report/report.ts';
import { ranText, reportRows, targetText } from '../../src/report/rows.ts';
import type { SmokeResult } from '../../src/prove/smoke/result.ts';
import { FUNCTIONS, MANIFEST } from '../cli/demo.ts';
import { fakeChecked, fakeCompiled, fakeResult } from '../support/fake-build.ts';
import { exampleReport } from '../support/example-report.ts';
import { fakePackage } from '../support/fake-package.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { type Times, tunedKernel, choosersFor } from '../features/tuning/tuning-file.ts';

const result = { ...fakeResult(MANIFEST, FUNCTIONS), packages: [] };
const LIMITS = { bytes: 512 * 1024, rest: 'See report.html.' };
const FACTS = {
  package: 'demo',
  version: '1.2.0',
  tritonVersion: '3.8.0',
  generatorVersion: '0.1.0',
};
const DEVICE = {
  name: 'NVIDIA H100',
  uuid: 'GPU-1',
  capability: '9.0',
  multiprocessors: 132,
  driver: '13.0',
};

let folder: string;
let report: Report;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'report-'));
  report = await reportBuild(result);
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('the report of a build', () => {
  it('is Markdown with a row for each kernel and target', () => {
    expectGolden(reportMarkdown(report, LIMITS));
  });

  it('is JSON with every variant', () => {
    expectGolden(JSON.stringify({ ...report, kernels: report.kernels.slice(0, 1) }, undefined, 2));
  });

  it('says which specialisations no measured size reaches, and what each size gets', async () => {
    const sizes = [
      [{ n: 64 }, 1, 2.5],
      [{ n: 4096 }, 2, 1],
    ] as const;
    const { plan } = result;
    const reported = async (more: readonly Times[]) => {
      const measured = tunedKernel(plan.variants, 'scale', 'sm_90', [...sizes, ...more]);
      const choosers = choosersFor([measured], plan);
      const [kernel] = (await reportBuild({ ...result, choosers })).kernels;
      return kernel && new Map(Object.entries(kernel)).get('tuned');
    };
    expect(await reported([])).toMatchObject([
      {
        device: 'NVIDIA H100 80GB HBM3',
        unmeasured: ['x % 16 == 0, n == 1'],
        sizes: [{ chosen: 0 }, { chosen: 1 }],
      },
    ]);
    expect(await reported([[{ n: 1 }, 1]])).toMatchObject([{ unmeasured: [] }]);
  });

  it('says how much time the store saved, as far as it knows', async () => {
    const [built, cached] = result.plan.variants;
    if (built === undefined || cached === undefined) throw new Error('too few variants');
    const known = new Map([[timeOfVariant(cached), 40.5]]);
    const run = { ...result.run, times: new Map([['scale', known]]) };
    const { totals, kernels } = await reportBuild({ ...result, run });
    expect(totals).toMatchObject({ built: 1, cached: 9, cpuSeconds: 1.25, savedSeconds: 40.5 });
    expect(kernels[0]?.variants.map(({ seconds }) => seconds).slice(0, 3)).toEqual([
      1.25,
      40.5,
      undefined,
    ]);
  });

  it('says what changed since another build', async () => {
    const [removed, ...others] = result.checked;
    if (removed === undefined) throw new Error('no variants');
    const manifestOf = (checked: readonly CheckedVariant[]): ComparedBuild =>
      parseBuild(packageManifest(FACTS, checked), 'manifest.json');
    const before = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
      fakeCompiled(variant, { registers: variant.target.arch === 90 ? 16 : 32 }),
    );
    const difference = compareBuilds(manifestOf(before), manifestOf(others));
    const { difference: reported } = await reportBuild({ ...result, difference });
    expect(reported).toEqual(difference);
    const text = reportMarkdown({ ...report, difference }, LIMITS);
    expectGolden(
      text.slice(text.indexOf('\n#### '), text.lastIndexOf('<details><summary><code>scale')),
    );
  });

  it('says when it was built, and from which commit in a workflow', () => {
    const env = {
      GITHUB_SHA: '8d2f6b1c0a4e97d3',
      GITHUB_SERVER_URL: 'https://github.com',
      GITHUB_REPOSITORY: 'example/kernels',
      GITHUB_RUN_ID: '1911',
    };
    const now = (): number => Date.UTC(2026, 10, 22, 9, 41);
    const head = (origin: Report['origin']): string | undefined =>
      reportMarkdown({ ...report, ...(origin && { origin }) }, LIMITS).split('\n')[4];
    expect(head(originOf({ env, now }))).toMatch(
      /Built on 2026-11-22 from commit \[8d2f6b1\]\(https:\/\/github\.com\/example\/kernels\/commit\/8d2f6b1c0a4e97d3\) in a \[workflow run\]\(https:\/\/github\.com\/example\/kernels\/actions\/runs\/1911\)\.$/,
    );
    expect(head(originOf({ env: {}, now }))).toMatch(/Built on 2026-11-22\.$/);
    expect(head(undefined)).not.toContain('Built');
  });

  it('shows what failed, and why', async () => {
    const { run } = result;
    const [first, second] = result.plan.variants;
    if (first === undefined || second === undefined) throw new Error('too few variants');
    const failure = new Failure('compile', {
      message: 'scale: `x | y` <b>is</b>\nwrong',
      place: { file: 'scale.py', line: 7 },
    });
    const kernels = new Map([[first.hash, fakeCompiled(first)]]);
    const failed = new Map([[second.hash, '`x | y` <b>is</b>\nwrong @everyone']]);
    const ended = new FailedBuild(failure, { ...run, kernels, failed });
    const ofFailed = await reportBuild(ended);
    expect(ofFailed.totals).toMatchObject({ variants: 10, built: 1, cached: 0, failed: 9 });
    expect(ofFailed.errors).toEqual([
      { message: 'scale: `x | y` <b>is</b>\nwrong', place: 'scale.py:7' },
    ]);
    expectGolden(reportMarkdown(ofFailed, LIMITS));
  });
});

describe('reportMarkdown', () => {
  /** A report with this many kernels of as many variants each. */
  function large(kernels: number, variants: number): Report {
    const [kernel] = report.kernels;
    const [variant] = kernel?.variants ?? [];
    if (kernel === undefined || variant === undefined) throw new Error('no kernel');
    const many = Array.from({ length: kernels }, (_kernel, index) => ({
      ...kernel,
      name: `kernel_${index}`,
      targets: ['sm_80'],
      variants: Array.from({ length: variants }, (_variant, algo) => ({ ...variant, algo })),
    }));
    return { ...report, kernels: many };
  }

  it.each([
    [1, 5000],
    [50, 100],
    [5000, 1],
  ])('stays below its limit with %d kernels of %d variants', (kernels, variants) => {
    const bytes = 128 * 1024;
    const text = reportMarkdown(large(kernels, variants), { ...LIMITS, bytes });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(bytes);
    expect(text).toMatch(/Left out, because there is no room: .*See report\.html\.\n$/);
    // No tag or table is cut.
    expect(text.match(/<details>/g)?.length ?? 0).toBe(text.match(/<\/details>/g)?.length ?? 0);
  });

  it('leaves out nothing that has room', () => {
    const text = reportMarkdown(large(50, 20), LIMITS);
    expect(text).not.toContain('Left out');
    expect(text.match(/<details>/g)).toHaveLength(50);
  });
});

describe('results on a GPU', () => {
  const run = {
    kernel: 'scale',
    case: 'n=100',
    path: ['kernels', 'scale'],
    algo: 0,
    specialisation: 1,
    expected: 'reference',
    outputs: [{ name: 'y', norm: 1e-7, max: 1e-6 }],
    problems: [],
    microseconds: 4.5,
    gigabytesPerSecond: 100,
    teraflops: undefined,
    command: 'smoke',
  } as const;
  const smoke: SmokeResult = {
    package: { name: 'demo', version: '1.2.0', folder: 'aot' },
    outcome: 'passed',
    reason: undefined,
    device: DEVICE,
    runs: [run],
    checks: [],
    sources: [],
    notes: [],
    untested: [],
    executed: 1,
    failed: 0,
    seconds: 2,
  };

  it('adds a smoke test, in place of an earlier one on the same GPU', () => {
    const once = withSmoke(report, { ...smoke, failed: 1 });
    const { smoke: tests } = withSmoke(once, smoke);
    expect(tests).toEqual([
      {
        device: { name: 'NVIDIA H100', capability: '9.0', driver: '13.0' },
        passed: 1,
        failed: 0,
        seconds: 2,
        notes: [],
        failedChecks: [],
        sources: [],
        runs: [
          {
            kernel: 'scale',
            case: 'n=100',
            algo: 0,
            specialisation: 1,
            expected: 'reference',
            microseconds: 4.5,
            gigabytesPerSecond: 100,
            outputs: [{ name: 'y', norm: 1e-7, max: 1e-6 }],
            problems: [],
          },
        ],
      },
    ]);
    expect(withSmoke(report, { ...smoke, device: undefined })).toEqual(report);
  });

  it('adds measurements of several GPUs', () => {
    const bench: BenchResult = {
      package: smoke.package,
      device: DEVICE,
      versions: undefined,
      runs: [],
      notes: [],
    };
    const other = { ...bench, device: { ...DEVICE, name: 'NVIDIA A100', capability: '8.0' } };
    const added = [bench, other, bench].reduce(withBench, report);
    expect(added.bench.map(({ device }) => device.name)).toEqual(['NVIDIA A100', 'NVIDIA H100']);
  });

  it('says which GPUs ran a variant', () => {
    const [kernel] = report.kernels;
    if (kernel === undefined) throw new Error('no kernel');
    const ran = (count: number): readonly string[] => {
      const variants = kernel.variants.map((variant, index) =>
        index < count ? { ...variant, ran: ['NVIDIA H100'] } : variant,
      );
      return reportRows({ smoke: [], kernels: [{ ...kernel, variants }] }).map(
        ({ evidence }) => evidence,
      );
    };
    expect(ran(0)).toEqual(['ABI-checked', 'ABI-checked']);
    expect(ran(1)).toEqual(['1 of 4 variants ran on NVIDIA H100', 'ABI-checked']);
    expect(ran(8)).toEqual(['ran on NVIDIA H100', 'ran on NVIDIA H100']);
  });

  it('says that nothing ran on AMD hardware', () => {
    const [kernel] = report.kernels;
    if (kernel === undefined) throw new Error('no kernel');
    const variants = kernel.variants.map((variant) => ({ ...variant, target: 'gfx942' }));
    const [row] = reportRows({
      smoke: [],
      kernels: [{ ...kernel, targets: ['gfx942'], variants }],
    });
    expect(row?.evidence).toBe('ABI-checked, not run on AMD hardware');
  });
});

describe('a package with PTX', () => {
  const withPtx = MANIFEST.replace('targets: [sm_80, sm_90]', '$&\nptx_fallback: true');
  let aot: string;
  let built: Report;

  beforeEach(async () => {
    aot = await fakePackage(withPtx, FUNCTIONS);
    built = await reportBuild({ ...fakeResult(withPtx, FUNCTIONS), out: aot });
  });

  afterEach(() => rm(dirname(aot), { recursive: true }));

  /** The report after algo 0 of `scale` ran from these targets. */
  async function ranFrom(...targets: readonly string[]): Promise<Report> {
    const { manifestSha256, packageSha256 } = await readPackage(aot);
    const records = targets.map((target) => ({
      manifestSha256,
      packageSha256,
      kernel: 'scale',
      algo: 0,
      specialisation: 0,
      target,
      device: target === 'sm_90' ? 'NVIDIA H100' : 'NVIDIA L4',
      capability: target === 'sm_90' ? '9.0' : '8.9',
      driver: '13.0',
      triton: '3.8.0',
      outcome: 'ran' as const,
    }));
    await writeFile(join(aot, EVIDENCE_FILE), evidenceText({ records, tuned: [] }));
    return withEvidence(built, aot);
  }

  it('says which variants have some, and which GPUs ran it', async () => {
    const { kernels } = await ranFrom('compute_80', 'sm_90');
    const [variants = []] = kernels.map((kernel) => kernel.variants);
    const first = variants.filter((each) => each.algo === 0 && each.specialisation === 0);
    expect(first.map((variant) => [targetText(variant), ranText(variant)])).toEqual([
      ['sm_80 and PTX', 'NVIDIA L4 (from PTX)'],
      ['sm_90', 'NVIDIA H100'],
    ]);
    expect(first.map(({ ptx }) => ptx?.size)).toEqual([expect.any(Number), undefined]);
    expect(reportRows({ kernels, smoke: [] }).map(({ evidence }) => evidence)).toEqual([
      'ABI-checked, PTX ran on NVIDIA L4',
      '1 of 4 variants ran on NVIDIA H100',
      'ABI-checked',
      'ABI-checked',
    ]);
  });

  it('says which variants were emulated, which is less than that they ran', async () => {
    const { manifestSha256, packageSha256 } = await readPackage(aot);
    const emulated = {
      manifestSha256,
      packageSha256,
      kernel: 'scale',
      algo: 0,
      specialisation: 0,
      target: 'sm_80',
      triton: '3.8.0',
      outcome: 'emulated' as const,
      expected: 'interpreter' as const,
    };
    await writeFile(join(aot, EVIDENCE_FILE), evidenceText({ emulated: [emulated] }));
    const evident = await withEvidence(built, aot);
    expect(reportRows(evident).map(({ evidence }) => evidence)).toEqual([
      "1 of 4 variants emulated (PTX on a CPU, compared with Triton's interpreter)",
      'ABI-checked',
      'ABI-checked',
      'ABI-checked',
    ]);
    expect((await ranFrom('sm_80')).kernels[0]?.variants[0]).not.toHaveProperty('emulated');
  });

  it('takes a run of a cubin on the same kind of GPU for no run of PTX', async () => {
    const { kernels } = await ranFrom('sm_80');
    expect(reportRows({ kernels, smoke: [] })[0]?.evidence).toBe(
      '1 of 4 variants ran on NVIDIA L4',
    );
  });
});

describe('the files of a report', () => {
  it('are read as they were written', async () => {
    for (const each of [report, exampleReport()]) {
      await writeReport(folder, each);
      expect(await readReport(folder)).toEqual(each);
    }
    const changed = await updateReport(folder, folder, (old) => ({ ...old, version: '2.0.0' }));
    expect(await readReport(folder)).toEqual(changed);
  });

  it('must be there, and of this version, to be added to', async () => {
    const add = (): Promise<unknown> => updateReport(folder, folder, (old) => old);
    expectGolden((await failureOf(add)).replaceAll(folder, 'FOLDER'));
    await writeFile(join(folder, 'report.json'), '{"format": 2}');
    expectGolden((await failureOf(add)).replaceAll(folder, 'FOLDER'));
  });
});
