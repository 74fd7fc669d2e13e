import { readFile } from 'node:fs/promises';
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
    ...keptVariables(env, isHarmlessVariable),
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONNOUSERSITE: '1',
    TRITON_ALWAYS_COMPILE: '1',
    TRITON_DISABLE_LINE_INFO: '1',
  };
}

const FILE_VARIABLES: ReadonlySet<string> = new Set([
  'TRITON_LIBDEVICE_PATH',
  'TRITON_PTXAS_BLACKWELL_PATH',
  'TRITON_PTXAS_PATH',
]);

/** Returns the code variables for the kernel hash. Paths of readable files become hashes. */
export async function codeEnvironment(env: Environment): Promise<Record<string, string>> {
  const set = keptVariables(env, (name) => CODE_VARIABLES.includes(name));
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
  const kept = keptVariables(
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

/** Returns the variables whose names `keep` accepts. */
export function keptVariables(
  env: Environment,
  keep: (name: string) => boolean,
): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value !== undefined && keep(name)) kept[name] = value;
  }
  return kept;
}
