import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';

/** The folder of package.json: the same whether the code runs from src or from dist. */
const root = findRoot(new URL('.', import.meta.url));

/** The program of the command line, as the build writes it. */
export const COMMAND_LINE = fileURLToPath(new URL('dist/cli.js', root));

/** The folder of the Python bridge. */
export const BRIDGE_FOLDER = fileURLToPath(new URL('python/bridge/', root));

/** The folder of what is known of the releases of Triton, and of the lock files for uv. */
export const LOCKS_FOLDER = fileURLToPath(new URL('src/toolchain/locks/', root));

/** The names that packages and kernels cannot have. */
export const RESERVED_NAMES_FILE = fileURLToPath(
  new URL('src/manifest/terms/reserved-names.txt', root),
);

/** The folder that starts the recorder in every Python that has it on PYTHONPATH. */
export const RECORDER_FOLDER = fileURLToPath(new URL('python/record/', root));

/** The folder of the Python that times a package beside Triton's JIT. */
export const BENCH_FOLDER = fileURLToPath(new URL('python/bench/', root));

/** The folder of the Python that fills bundles; `aot_bundle` is part of every bundle. */
export const BUNDLE_FOLDER = fileURLToPath(new URL('python/bundle/', root));

/** The folder of the C headers that generated sources include. */
export const RUNTIME_FOLDER = fileURLToPath(new URL('src/package/c/runtime/', root));

/** The folder of the templates of a package's files for CMake, pkg-config and CPS. */
export const BUILD_SYSTEMS_FOLDER = fileURLToPath(new URL('src/package/build-systems/', root));

/** The folder of the C++ programs that test packages. */
export const HARNESS_FOLDER = fileURLToPath(new URL('src/prove/harness/cpp/', root));

/** The folder of the C++ of the CUDA driver that executes PTX on the CPU. */
export const EMULATED_DRIVER_FOLDER = fileURLToPath(new URL('src/prove/emulate/driver/', root));

/** The folder of the Python that executes PTX. */
export const EMULATOR_FOLDER = fileURLToPath(new URL('python/emulate/', root));

/** The style of a report as a page. */
export const PAGE_STYLE = fileURLToPath(new URL('src/report/page.css', root));

/** Returns a folder of this program, by its path relative to package.json. */
export function assetFolder(path: `${string}/`): string {
  return fileURLToPath(new URL(path, root));
}

/** This program's version. */
export const VERSION = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))).version;

function findRoot(folder: URL): URL {
  try {
    readFileSync(new URL('package.json', folder));
    return folder;
  } catch {
    const parent = new URL('..', folder);
    if (parent.href === folder.href) throw new Error(`no package.json above ${import.meta.url}`);
    return findRoot(parent);
  }
}
