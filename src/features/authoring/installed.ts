import { z } from 'zod';
import { BRIDGE_FOLDER } from '../../base/assets.ts';
import { Failure } from '../../base/errors.ts';
import { run } from '../../base/process.ts';
import { normalName } from '../../manifest/terms/triton-version.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import { readerContext } from '../../toolchain/reader.ts';

/** A module of an installed package. */
export interface InstalledModule {
  /** The folder that packages are installed in, such as `site-packages`. */
  readonly folder: string;
  /** The module's file, relative to it. */
  readonly file: string;
  /** The package as an index writes it, and its version. */
  readonly pin: { readonly name: string; readonly version: string };
}

const locatedSchema = z
  .object({ folder: z.string(), file: z.string(), name: z.string(), version: z.string() })
  .nullable();

/**
 * Finds a module of an installed package, such as `library.ops.norm`, without importing it.
 * @param python the Python in which it is installed; undefined: the first suitable one on `PATH`
 * @throws {Failure} `usage` if it is not installed there, `environment` if there is no Python.
 */
export async function installedModule(
  module: string,
  python: string | undefined,
  context: PythonContext,
): Promise<InstalledModule> {
  const reader = await readerContext(undefined, python, context);
  const script = `${BRIDGE_FOLDER}/locate_module.py`;
  const { env, signal } = reader;
  const { stdout } = await run([reader.python, '-I', '-B', script, module], { env, signal });
  const found = locatedSchema.safeParse(jsonOf(stdout)).data ?? undefined;
  if (found === undefined)
    throw new Failure('usage', {
      message: `no installed package has the module \`${module}\` in ${reader.python}`,
      hint: 'Name the Python that it is installed in with --python, or name a file as FILE.py:FUNCTION.',
    });
  const { folder, file, name, version } = found;
  return { folder, file, pin: { name: normalName(name), version } };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
