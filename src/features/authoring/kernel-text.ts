import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure, type Problem } from '../../base/errors.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import { insideOf } from './manifest-text.ts';
import { entrySchema } from './entry.ts';
import type { InstalledModule } from './installed.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { inferEntries } from './evidence.ts';

export const kernelTextSchema = z
  .object({
    entry: entrySchema,
    /** The reason for which the kernel cannot be taken from its file, even with the globals. */
    problem: z
      .object({ message: z.string(), hint: z.string() })
      .meta({ id: 'TextProblem' })
      .optional(),
    /** A call of the function that launches it, with the function's parameters, such as `run(x, block_size=64)`. */
    call: z.string().optional(),
  })
  .meta({ id: 'KernelText' });

/** Describes what the text of a kernel says for certain. */
export type KernelText = z.infer<typeof kernelTextSchema>;

const foundKernelSchema = z.object({
  path: z.string(),
  function: z.string(),
  line: z.number(),
  parameters: z.array(z.string()),
});

const foundSchema = z.object({ kernels: z.array(foundKernelSchema) });

/** A kernel in a file, given by its absolute path. */
export type FoundKernel = z.infer<typeof foundKernelSchema>;

interface TextRequest {
  /** The manifest's path, which may not exist. */
  readonly manifest: string;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
}

/**
 * Lists the kernels of a file or of the files below a folder, without running them. Functions that
 * other kernels of their file call are left out.
 * @throws {Failure} `usage` if there is no such path, or a file cannot be read.
 */
export async function findKernels(
  path: string,
  request: TextRequest,
  context: PythonContext,
): Promise<readonly FoundKernel[]> {
  await checkExists(path);
  const question = { listed: resolve(path) };
  const { kernels } = await inferEntries(question, foundSchema, request, context);
  return kernels;
}

/** Returns the problem of a file or folder that has no kernels. */
export function noKernels(path: string): Problem {
  return { message: `${path} has no kernels`, hint: 'A kernel is a function with @triton.jit.' };
}

/**
 * Reads the text of a kernel, without running its file.
 * @throws {Failure} `usage` if there is no such file or function, or if it is not a kernel.
 */
export async function describeKernel(
  file: string,
  name: string,
  request: TextRequest,
  context: PythonContext,
): Promise<KernelText> {
  await checkExists(file);
  const inside = sourcePath(file, request.manifest);
  const question = { kernel: { file: inside, function: name } };
  const answer = z.object({ text: kernelTextSchema });
  return (await inferEntries(question, answer, request, context)).text;
}

/**
 * Reads the text of a kernel of an installed package, whose source is then `module` and the function.
 * @throws {Failure} as `describeKernel`
 */
export async function describeInstalled(
  { folder, file }: InstalledModule,
  module: string,
  name: string,
  { python }: Pick<TextRequest, 'python'>,
  context: PythonContext,
): Promise<KernelText> {
  const request = { manifest: join(folder, DEFAULT_MANIFEST), python };
  const found = await describeKernel(join(folder, file), name, request, context);
  return { ...found, entry: { ...found.entry, source: `${module}:${name}` } };
}

/**
 * The path of a file relative to the manifest's folder, with forward slashes.
 * @throws {Failure} `usage` if the file is elsewhere.
 */
function sourcePath(file: string, manifest: string): string {
  const path = insideOf(resolve(manifest, '..'), resolve(file));
  if (path !== undefined) return path;
  throw new Failure('usage', {
    message: `${file} is not below the folder of ${manifest}`,
    hint: 'Write the manifest to a folder that contains every kernel file, with --out.',
  });
}

async function checkExists(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined)
    throw new Failure('usage', {
      message: `${path}: no such file or folder`,
      hint: 'Name a function (`FILE.py:FUNCTION`), or a file or a folder to list its kernels.',
    });
}
