import { describe, expect, it } from '#jest';
import {
  KEY_SWITCHES,
  programEnvironment,
  recordedVariables,
} from '../../../src/features/bundle/environment.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

describe('recordedVariables', () => {
  const SWITCHES = { TRITON_DEFAULT_FP_FUSION: 'false', DISABLE_LLVM_OPT: 'true' };

  it('lets a recording set switches of Triton', () => {
    expect(recordedVariables(SWITCHES, {})).toEqual(SWITCHES);
  });

  it('refuses every other variable, unless it is set here too', async () => {
    const others = { LLVM_PASS_PLUGIN_PATH: '/tmp/p.so', MLIR_DUMP_PATH: '/tmp/x' };
    const recorded = { ...SWITCHES, ...others };
    expect(recordedVariables(recorded, others)).toEqual(recorded);
    expectGolden(await failureOf(() => recordedVariables(recorded, { MLIR_DUMP_PATH: '/tmp/y' })));
  });

  it('has no switch that names a library, a program or a file', () => {
    expect([...KEY_SWITCHES].filter((name) => /PATH|PLUGIN|PRELOAD/.test(name))).toEqual([]);
  });
});

describe('programEnvironment', () => {
  it('has switches as they were recorded, what a program needs to run, and nothing else', () => {
    const kept = {
      PATH: '/bin',
      HOME: '/h',
      CC: 'gcc',
      TRITON_LIBHIP_PATH: '/l',
      PTXAS_OPTIONS: '-v',
    };
    const dropped = {
      INPUT_TOKEN: 's',
      ACTIONS_RUNTIME_TOKEN: 's',
      GITHUB_TOKEN: 's',
      GITHUB_ENV: '/runner/env',
      GH_TOKEN: 's',
      PYTHONPATH: '/x',
      PYTHONSTARTUP: '/x',
      LD_PRELOAD: '/x',
      LLVM_PASS_PLUGIN_PATH: '/x',
      DISABLE_LLVM_OPT: '1',
      TRITON_DEFAULT_FP_FUSION: '1',
      NPM_TOKEN: 's',
    };
    const recorded = { TRITON_DEFAULT_FP_FUSION: 'false' };
    expect(programEnvironment({ ...kept, ...dropped }, recorded)).toEqual({ ...kept, ...recorded });
  });
});
