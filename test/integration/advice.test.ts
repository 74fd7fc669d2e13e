import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { adviseKernels } from '../../src/compile/advice/advise.ts';
import { shortfallsOf, summariseCode } from '../../src/compile/advice/code-summary.ts';
import { openTrials } from '../../src/compile/advice/trials.ts';
import { adviceWarnings } from '../../src/compile/advice/warnings.ts';
import { formatProblem } from '../../src/base/errors.ts';
import { run } from '../../src/base/process.ts';
import { finishPlan } from '../../src/compile/hints.ts';
import type { Hint, Kernel } from '../../src/manifest/terms/kernel.ts';
import { draftPlan } from '../../src/plan/prepare.ts';
import { directoryStore } from '../../src/compile/store/store.ts';
import { readPlatform } from '../../src/toolchain/platform.ts';
import { ROOT } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';
import { TRITON_VERSIONS, tritonPython } from '../support/triton.ts';
import { downloadFile } from '../../src/github/web.ts';

/** Examples whose code is compared, with one element type each, to save time. */
const EXAMPLES = [
  ['vector-add', '*_fp16'],
  ['softmax', '*_fp16'],
] as const;

const FIXTURE = 'test/fixtures/advice/kernels.yaml';
/** Of the fixture: those whose code is much worse than it could be. */
const SLOW = [
  'matmul_unhinted',
  'matmul_without_sizes',
  'matmul_transposed',
  'matmul_with_cases',
  'attention_64',
  'attention_128',
  'softmax_fp16',
  'softmax_fp32',
  'layernorm_unhinted',
  'copy_unhinted',
  'copy_of_columns',
];

interface Settings {
  /** Globs of kernel names. */
  readonly only?: readonly string[];
  /** If true, the compiler is not asked. */
  readonly isStored?: boolean;
}

describe.each(TRITON_VERSIONS)('advice with Triton %s', (version) => {
  let scratch: string;
  let python: string;
  let store: ReturnType<typeof directoryStore>;

  beforeAll(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'advice-'));
    store = directoryStore(join(scratch, 'store'), silentLog, Date.now);
    python = await tritonPython(version);
  }, 600_000);
  afterAll(() => rm(scratch, { recursive: true }));

  /** Opens a manifest. */
  async function open(manifest: string, { only = ['*'], isStored = false }: Settings = {}) {
    const context = {
      env: process.env,
      platform: readPlatform(),
      log: silentLog,
      signal: new AbortController().signal,
      runTool: run,
      home: scratch,
      scratch,
      freeBytes: () => Promise.resolve(Number.MAX_SAFE_INTEGER),
      download: downloadFile,
      now: Date.now,
    };
    const selection = { manifest: join(ROOT, manifest), only, triton: version, python };
    const request = { manifest: selection.manifest, jobs: 1, timeout: 120 };
    const preparation = await finishPlan(
      await draftPlan(selection, context),
      store,
      { ...request, python },
      context,
    );
    const sources = {
      preparation,
      known: new Map(),
      store,
      python: () => Promise.resolve(isStored ? undefined : python),
    };
    return { preparation, trials: openTrials(sources, request, context) };
  }

  async function advise(isStored = false) {
    const { preparation, trials } = await open(FIXTURE, { isStored });
    const advice = await adviseKernels(preparation, trials);
    const warnings = adviceWarnings(advice, preparation.manifest);
    return { advice, warnings: warnings.map((each) => formatProblem(each).replace(ROOT, '')) };
  }

  it('finds every kernel that lacks hints, and no other', async () => {
    const { advice, warnings } = await advise();
    const compared = advice.filter(
      ({ made, hinted }) => made !== undefined && hinted !== undefined,
    );
    expect(advice.length - compared.length).toBe(1);
    const slow = advice.filter(({ shortfalls }) => shortfalls.length > 0);
    const names = advice.map(({ kernel }) => kernel.name);
    expect(slow.map(({ kernel }) => kernel.name)).toEqual(
      SLOW.filter((name) => names.includes(name)),
    );
    expectGolden(warnings.join('\n'));
    // Everything is in the store now.
    const again = await advise(true);
    expect(again.warnings).toEqual(warnings);
  }, 600_000);

  it.each(EXAMPLES)(
    'has nothing to say about the example %s, whose code is as good as with all hints',
    async (name, only) => {
      const { preparation, trials } = await open(`examples/${name}/kernels.yaml`, { only: [only] });
      const advice = await adviseKernels(preparation, trials);
      expect(adviceWarnings(advice, preparation.manifest)).toEqual([]);
      const all = advice.flatMap(({ kernel }) => preparation.plan(withAllHints(kernel)));
      const compiled = await trials.compile(all);
      const found = advice.map(({ kernel, made }, index) => {
        const code = compiled.get(all[index]?.hash ?? '');
        if (made === undefined || code === undefined) throw new Error(kernel.name);
        return [kernel.name, shortfallsOf(made, summariseCode(code))];
      });
      expect(found).toEqual(advice.map(({ kernel }) => [kernel.name, []]));
    },
    600_000,
  );
});

/** The first algo and target of a kernel, with everything aligned that could be. */
function withAllHints(kernel: Kernel): Kernel {
  const asked = kernel.automatic?.choices.find(({ from }) => from === 'aligned')?.asked ?? {};
  const hints = kernel.arguments.map(({ name }): Hint => {
    if (asked[name] === undefined) return 'none';
    return asked[name] === 1 ? 'equal-to-1' : 'divisible-by-16';
  });
  const [first] = kernel.specialisations;
  return {
    ...kernel,
    configs: kernel.configs.slice(0, 1),
    targets: kernel.targets.slice(0, 1),
    specialisations: [{ hints, heuristics: first?.heuristics ?? new Map() }],
  };
}
