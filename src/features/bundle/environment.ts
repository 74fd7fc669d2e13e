import { Failure } from '../../base/errors.ts';
import type { Environment } from '../../base/process.ts';
import { allTerms } from '../../manifest/terms/vendor.ts';
import { isHarmlessVariable, keptVariables } from '../../toolchain/environment.ts';

/**
 * The switches of Triton that the keys of its cache cover. Left out on purpose, since a recording is
 * data: what names a library (LLVM_PASS_PLUGIN_PATH, TRITON_PLUGIN_PATHS) or where to write
 * (MLIR_DUMP_PATH, TRITON_DUMP_MIR, TRITON_PARTITION_SCHEDULING_…).
 * Source: CACHE_INVALIDATING_ENV_VARS of libtriton (include/triton/Tools/Sys/GetEnv.hpp) 3.6.0, 3.8.0 and 3.9.0.
 */
export const KEY_SWITCHES: ReadonlySet<string> = new Set(
  `
    ALLOW_LHS_TMEM_LAYOUT_CONVERSION AMDGCN_ENABLE_DUMP AMDGCN_USE_BUFFER_ATOMICS
    AMDGCN_USE_BUFFER_OPS DISABLE_LLVM_OPT DISABLE_MMA_V3 DISABLE_MMA_V5 DISABLE_PTXAS_OPT
    LLVM_ENABLE_TIMING LLVM_EXTRACT_DI_LOCAL_VARIABLES LLVM_IR_ENABLE_DUMP
    MLIR_DISABLE_MULTITHREADING MLIR_ENABLE_DIAGNOSTICS MLIR_ENABLE_DUMP MLIR_ENABLE_TIMING
    NVPTX_ENABLE_DUMP TRITON_CONSAN_INIT_ALLOCATIONS TRITON_DEFAULT_FP_FUSION
    TRITON_DISABLE_LINE_INFO TRITON_ENABLE_ASAN TRITON_ENABLE_EXPERIMENTAL_CONSAN
    TRITON_ENABLE_LLVM_DEBUG TRITON_F32_DEFAULT TRITON_FORCE_DISABLE_FP_FUSION
    TRITON_HIP_USE_ASYNC_COPY TRITON_HIP_USE_BLOCK_PINGPONG TRITON_HIP_USE_COEXEC_SCHEDULER
    TRITON_HIP_USE_EXPERT_SCHEDULING TRITON_HIP_USE_IN_THREAD_TRANSPOSE TRITON_LLVM_DEBUG_ONLY
    TRITON_OVERRIDE_ARCH TRITON_PREFER_TMEM_16x256_LAYOUT USE_IR_LOC
  `.match(/\w+/g),
);

/**
 * Returns the variables of a recording. It can come from another machine, so it may only set
 * switches of Triton, and repeat what the user has set.
 * @throws {Failure} `unsafe` with all others.
 */
export function recordedVariables(
  recorded: Readonly<Record<string, string>>,
  env: Environment,
): Readonly<Record<string, string>> {
  const others = Object.entries(recorded).filter(
    ([name, value]) => !KEY_SWITCHES.has(name) && env[name] !== value,
  );
  if (others.length === 0) return recorded;
  throw new Failure(
    'unsafe',
    others.map(([name, value]) => ({
      message: `the recording sets the variable ${name} to \`${value}\`, and may only set switches of Triton`,
      hint: `A recording must not decide which libraries and programs run here. If the program needs the variable, set it to the same value before you run \`bundle\`.`,
    })),
  );
}

/** True for the C compiler of Triton's helper libraries, and for where it looks for a vendor's own libraries. */
function isForHelpers(name: string): boolean {
  return (
    name === 'CC' || allTerms().some(({ libraryVariables }) => libraryVariables.includes(name))
  );
}

/**
 * Returns the environment for the modules of a recorded program. Like that for kernel code, it has
 * listed variables only. Those that are part of a key are as they were recorded.
 * @param recorded what `recordedVariables` returned
 */
export function programEnvironment(
  env: Environment,
  recorded: Readonly<Record<string, string>>,
): Environment {
  const kept = keptVariables(
    env,
    (name) => !KEY_SWITCHES.has(name) && (isHarmlessVariable(name) || isForHelpers(name)),
  );
  return { ...kept, ...recorded };
}
