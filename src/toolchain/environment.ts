import { readFile } from 'node:fs/promises';
import { Failure } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { sha256 } from '../base/text.ts';

/**
 * The variables that change the code Triton generates for CUDA; the kernel hash covers them. Left
 * out on purpose: TRITON_OVERRIDE_ARCH (the job has the target), TRITON_INTERPRET, plugins,
 * sanitizers and dumps.
 * Source: triton/knobs.py, triton/backends/nvidia/compiler.py and libtriton's
 * `get_cache_invalidating_env_vars` of 3.6.0, 3.8.0 and 3.9.0.
 */
export const CODE_VARIABLES: readonly string[] = [
  'ALLOW_LHS_TMEM_LAYOUT_CONVERSION',
  'DISABLE_LLVM_OPT',
  'DISABLE_MMA_V3',
  'DISABLE_MMA_V5',
  'DISABLE_PTXAS_OPT',
  'PTXAS_OPTIONS',
  'TRITON_ALLOW_NON_CONSTEXPR_GLOBALS',
  'TRITON_DEBUG',
  'TRITON_DEFAULT_FP_FUSION',
  'TRITON_F32_DEFAULT',
  'TRITON_FORCE_DISABLE_FP_FUSION',
  'TRITON_LIBDEVICE_PATH',
  'TRITON_PTXAS_BLACKWELL_PATH',
  'TRITON_PTXAS_PATH',
];

const BRIDGE_VARIABLES: ReadonlySet<string> = new Set(
  ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'].concat(
    CODE_VARIABLES,
    // GitHub's runner finds the processes that a job has left running by this one.
    'RUNNER_TRACKING_ID',
  ),
);

/** True if kernel code may see a variable. */
export function isHarmlessVariable(name: string): boolean {
  return BRIDGE_VARIABLES.has(name) || name.startsWith('LC_');
}

/**
 * Returns the environment for kernel code. It contains listed variables only, so that kernel code
 * sees no secrets. PYTHONNOUSERSITE limits it to the packages that were checked with the
 * interpreter.
 */
export function bridgeEnvironment(env: Environment): Environment {
  return {
    ...filter(env, isHarmlessVariable),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    TRITON_ALWAYS_COMPILE: '1',
    TRITON_DISABLE_LINE_INFO: '1',
  };
}

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

// Where Triton's parts for AMD are, and the C compiler of its helper libraries.
const BUNDLE_VARIABLES: ReadonlySet<string> = new Set([
  'CC',
  'HIP_PATH',
  'ROCM_PATH',
  'TRITON_LIBHIP_PATH',
]);

/**
 * Returns the environment for the modules of a recorded program. Like that for kernel code, it has
 * listed variables only. Those that are part of a key are as they were recorded.
 * @param recorded what `recordedVariables` returned
 */
export function programEnvironment(
  env: Environment,
  recorded: Readonly<Record<string, string>>,
): Environment {
  const kept = filter(
    env,
    (name) => !KEY_SWITCHES.has(name) && (isHarmlessVariable(name) || BUNDLE_VARIABLES.has(name)),
  );
  return { ...kept, ...recorded };
}

const FILE_VARIABLES: ReadonlySet<string> = new Set([
  'TRITON_LIBDEVICE_PATH',
  'TRITON_PTXAS_BLACKWELL_PATH',
  'TRITON_PTXAS_PATH',
]);

/** Returns the code variables for the kernel hash. Paths of readable files become hashes. */
export async function codeEnvironment(env: Environment): Promise<Record<string, string>> {
  const set = filter(env, (name) => CODE_VARIABLES.includes(name));
  for (const [name, value] of Object.entries(set)) {
    if (FILE_VARIABLES.has(name)) set[name] = await contentOf(value);
  }
  return set;
}

// What programs, package indexes, proxies, certificates and compilers of source packages need. The
// runner's inputs and tokens, and the secrets of other steps, are not among them.
const INSTALLER_VARIABLES: ReadonlySet<string> = new Set(
  `
    PATH HOME USER LOGNAME LANG LANGUAGE TZ TMPDIR LD_LIBRARY_PATH
    HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy
    NETRC SSL_CERT_FILE SSL_CERT_DIR SSL_CLIENT_CERT REQUESTS_CA_BUNDLE CURL_CA_BUNDLE
    XDG_CACHE_HOME XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME SOURCE_DATE_EPOCH
    CC CXX AR LD CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CMAKE_PREFIX_PATH
  `.match(/\w+/g),
);

// Variables that make uv install to, or import from, other places than the new environment, or not
// compare digests.
const REDIRECTING =
  /^UV_(?:CACHE_DIR|LINK_MODE|NO_CACHE|NO_(?:REQUIRE|VERIFY)_HASHES|PROJECT|PYTHON|SYSTEM_PYTHON|WORKING_DIR(?:ECTORY)?)$/;

/**
 * Returns the environment for uv: its settings, and a list of variables that it may need. Building
 * a source package runs its code, which sees nothing else.
 */
export function installerEnvironment(env: Environment): Environment {
  const kept = filter(
    env,
    (name) =>
      INSTALLER_VARIABLES.has(name) ||
      name.startsWith('LC_') ||
      (name.startsWith('UV_') && !REDIRECTING.test(name)),
  );
  // Workflows set variables to nothing; uv takes that for a value.
  const set = Object.entries(kept).filter(([, value]) => value !== '');
  return { ...Object.fromEntries(set), NO_COLOR: '1', PYTHONUNBUFFERED: '1' };
}

async function contentOf(file: string): Promise<string> {
  try {
    return `sha256:${sha256(await readFile(file))}`;
  } catch {
    return file;
  }
}

function filter(env: Environment, keep: (name: string) => boolean): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && keep(name)) kept[name] = value;
  }
  return kept;
}
