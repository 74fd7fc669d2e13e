import type { Environment } from '../process.ts';

const COMMON = ['PATH', 'HOME', 'TMPDIR', 'LD_LIBRARY_PATH'];

const COMPILER = ['CPATH', 'C_INCLUDE_PATH', 'CPLUS_INCLUDE_PATH', 'LIBRARY_PATH'];

/** Where CUDA's multi-process service listens: without it, programs that could share the GPU cannot reach it. */
const DRIVER = ['CUDA_MPS_PIPE_DIRECTORY', 'CUDA_MPS_LOG_DIRECTORY'];

/** The environment of compilers and linkers. Their messages are in English, as the ones around them. */
export function compilerEnvironment(env: Environment): Environment {
  return { ...pick(env, [...COMMON, ...COMPILER]), LC_ALL: 'C' };
}

/** The environment of the program that looks at the GPUs: those the machine's owner lets it see. */
export function probeEnvironment(env: Environment): Environment {
  const names = [...COMMON, ...DRIVER, 'CUDA_VISIBLE_DEVICES'];
  return { ...pick(env, names), ...ORDER };
}

/** The environment of a test, which sees the given GPUs only. No secret is in it, whatever its name. */
export function testEnvironment(env: Environment, uuids: readonly string[]): Environment {
  return {
    ...pick(env, [...COMMON, ...DRIVER, 'LANG']),
    ...ORDER,
    CUDA_VISIBLE_DEVICES: uuids.join(','),
  };
}

/** The same numbers as the driver's own tools show. */
const ORDER = { CUDA_DEVICE_ORDER: 'PCI_BUS_ID' };

function pick(env: Environment, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
}
