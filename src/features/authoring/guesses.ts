import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { Failure, type Problem } from '../../base/errors.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import { kernelFunctionSchema } from '../../toolchain/wire/kernel-function.ts';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { insideOf } from './manifest-text.ts';
import { entrySchema } from './entry.ts';
import type { InstalledModule } from './installed.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { inferEntries } from './evidence.ts';

export const kernelGuessSchema = z
  .object({
    entry: entrySchema,
    function: kernelFunctionSchema,
    /** Guesses of what the configs of @triton.autotune set. Fixed: all of them set the same. */
    tuned: z.array(
      z
        .object({ name: z.string(), value: wireConstantSchema, isFixed: z.boolean() })
        .meta({ id: 'TunedValue' }),
    ),
    /** True if it makes block pointers. */
    blockPointers: z.boolean(),
    /** The compute capability of the oldest GPU that has what the kernel needs, as in sm_90, and what that is. */
    oldestGpu: z.tuple([z.int(), z.string()]).optional(),
    /** What the test takes for granted although no text says it: only accesses to these buffers depend on it, or all. */
    doubts: z.array(
      z
        .object({ text: z.string(), buffers: z.array(z.string()).optional() })
        .meta({ id: 'GuessDoubt' }),
    ),
    /** The reason for which the kernel cannot be taken from its file, even with the globals. */
    problem: z
      .object({ message: z.string(), hint: z.string() })
      .meta({ id: 'GuessProblem' })
      .optional(),
    /** A call of the function that launches it, with the function's parameters, such as `run(x, block_size=64)`. */
    call: z.string().optional(),
  })
  .meta({ id: 'KernelGuess' });

/** The facts that the text of a kernel gives for its entry in a manifest. */
export type KernelGuess = z.infer<typeof kernelGuessSchema>;

const foundKernelSchema = z.object({
  path: z.string(),
  function: z.string(),
  line: z.number(),
  parameters: z.array(z.string()),
});

const foundSchema = z.object({ kernels: z.array(foundKernelSchema) });

/** A kernel in a file, given by its absolute path. */
export type FoundKernel = z.infer<typeof foundKernelSchema>;

interface GuessRequest {
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
  request: GuessRequest,
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
 * Guesses the entry of a function, without running its file.
 * @throws {Failure} `usage` if there is no such file or function, or if it is not a kernel.
 */
export async function guessKernel(
  file: string,
  name: string,
  request: GuessRequest,
  context: PythonContext,
): Promise<KernelGuess> {
  await checkExists(file);
  const inside = sourcePath(file, request.manifest);
  const question = { kernel: { file: inside, function: name } };
  return (await inferEntries(question, z.object({ guess: kernelGuessSchema }), request, context))
    .guess;
}

/**
 * Guesses the entry of a function of an installed package, whose source is then `module` and the function.
 * @throws {Failure} as `guessKernel`
 */
export async function guessInstalled(
  { folder, file }: InstalledModule,
  module: string,
  name: string,
  { python }: Pick<GuessRequest, 'python'>,
  context: PythonContext,
): Promise<KernelGuess> {
  const request = { manifest: join(folder, DEFAULT_MANIFEST), python };
  const guess = await guessKernel(join(folder, file), name, request, context);
  return { ...guess, entry: { ...guess.entry, source: `${module}:${name}` } };
}

/** Returns sentences that name the guesses: types and values, and everything else that the verdict depends on. */
export function guessedOf({ entry, doubts }: KernelGuess): readonly string[] {
  const known = new Set(doubts.map(({ text }) => text));
  const settings = [...entry.arguments, ...entry.constants].filter(
    ({ name, note, value }) =>
      value !== undefined &&
      /\bguess\b/.test(note ?? '') &&
      ![...known].some((text) => text.startsWith(`\`${name}\` was`)),
  );
  const values = settings.map(
    ({ name, value }) => `${name} ${value?.[0] === 'type' ? 'is' : '='} ${value?.[1]}`,
  );
  return [...(values.length > 0 ? [values.join(', ')] : []), ...known];
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
