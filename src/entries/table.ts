import type { Entry } from '../action/trust.ts';

/**
 * Every action, by the name of its file in `entries`. `runEntry` takes a row and decides with
 * `decisionFor` of trust.ts whether the action runs. An action that executes code has the input
 * `allow-untrusted`.
 */
export const ENTRIES = {
  main: {
    executes:
      'kernel files, reference functions, and the smoke test with the kernels; the program that `emulate` names',
  },
  smoke: {
    executes: 'the test program and the kernels of a package; kernel files, to emulate them',
  },
  tune: { executes: 'the measuring program and the kernels of a package' },
  bench: {
    executes: 'the measuring program and the kernels of a package; kernel files, with `jit`',
  },
  bundle: { executes: 'the modules of a Python program that have the recorded kernels' },
  // It starts none of it, but C code can include any file that the user can read.
  wheel: { executes: 'the C compiler, with the code of a package' },
  fetch: {},
  publish: { publishes: true },
  setup: {},
} as const satisfies Readonly<Record<string, Entry>>;

/** A job of a workflow that other repositories call. */
interface Job extends Entry {
  /**
   * What keeps code out of the job that must not run there: `actions`: only actions of the table above execute
   * code, and each decides. `job`: the condition of the job, and then the actions. `step`: the first
   * step, since others execute code too.
   */
  readonly decidedBy?: 'actions' | 'job' | 'step';
}

/** Every job of the reusable workflows. The tests compare it with the files. */
export const JOBS: Readonly<Record<string, Readonly<Record<string, Job>>>> = {
  'kernels.yml': {
    shards: {},
    build: { ...ENTRIES.main, decidedBy: 'actions' },
    package: { ...ENTRIES.main, decidedBy: 'actions' },
    smoke: { ...ENTRIES.smoke, decidedBy: 'job' },
    tune: { ...ENTRIES.tune, decidedBy: 'job' },
    bench: { ...ENTRIES.bench, decidedBy: 'job' },
    bundle: {
      executes: `what pip runs to install the program's requirements; ${ENTRIES.bundle.executes}`,
      decidedBy: 'step',
    },
    result: {},
  },
  'publish.yml': { publish: { ...ENTRIES.publish, decidedBy: 'job' } },
};
