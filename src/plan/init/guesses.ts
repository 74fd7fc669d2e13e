import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import { Failure, formatPlace } from '../../base/errors.ts';
import { shownPath } from '../../base/files.ts';
import type { PythonContext } from '../../toolchain/python.ts';
import { kernelFunctionSchema } from '../../toolchain/wire/kernel-function.ts';
import { wireConstantSchema } from '../../manifest/terms/constant.ts';
import { insideOf } from '../manifest-text.ts';
import { readerContext, runReader } from '../../toolchain/reader.ts';

/** `note` says what the guess follows from; empty if that is the launch. */
const typed = { name: z.string(), type: z.string(), note: z.string() };
const constant = { name: z.string(), value: wireConstantSchema, note: z.string() };

const parameterSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('pointer'), ...typed }),
  /** A descriptor that the host makes. */
  z.object({ kind: z.literal('tensor'), ...typed }),
  z.object({ kind: z.literal('scalar'), ...typed }),
  z.object({
    kind: z.literal('constant'),
    ...constant,
    /** The line of @triton.heuristics that computes it from the arguments of a call. */
    computed: z.number().optional(),
  }),
  /** A value of the configs of @triton.autotune, with a guess of what they say. */
  z.object({ kind: z.literal('config'), ...constant }),
  /** A value of @triton.heuristics, which is set in a line. */
  z.object({ kind: z.literal('heuristic'), name: z.string(), line: z.number() }),
]);

const bufferSchema = z.object({
  name: z.string(),
  role: z.enum(['in', 'out', 'inout']),
  /** Null for a pointer that nothing uses, or whose size is not known. */
  shape: z.array(z.string()).nullable(),
  strides: z.array(z.string()).optional(),
  /** As in a manifest. */
  fill: z.unknown().optional(),
});

export type GuessedBuffer = z.infer<typeof bufferSchema>;

const kernelGuessSchema = z.object({
  line: z.number(),
  /** The place of the launch that the guesses without a note come from; null if none was found. */
  launch: z.string().nullable(),
  /** The types that `{dtype}` stands for in the types of pointers, if the program allows several. */
  dtypes: z.array(z.string()).nullable(),
  function: kernelFunctionSchema,
  parameters: z.array(parameterSchema),
  /** The options of the launch, such as `num_warps`. */
  options: z.array(z.tuple([z.string(), z.number()])),
  /** True if @triton.autotune has its configs. */
  autotune: z.boolean(),
  /** True if it makes block pointers. */
  blockPointers: z.boolean(),
  grid: z.array(z.object({ axis: z.string(), note: z.string() })),
  gridParameters: z.array(z.string()),
  /** Conditions of a call, such as `N <= BLOCK`. */
  requires: z.array(z.object({ condition: z.string(), note: z.string() })),
  smoke: z.object({
    /** True if the sizes of all buffers are guessed. */
    complete: z.boolean(),
    why: z.string().optional(),
    buffers: z.array(bufferSchema),
    /** Values of scalars: a number or an expression. */
    arguments: z.array(z.tuple([z.string(), z.string()])),
    cases: z.array(z.record(z.string(), z.number())),
    /** The outputs that the kernel rounds to integers or fp8. */
    rounded: z.array(z.string()),
    /** False if the order of atomic operations can change the outputs. */
    deterministic: z.boolean(),
  }),
  /**
   * Values that are known only when the program runs, with guesses. Null for a function or another
   * object that no constant can replace.
   */
  globals: z.array(
    z.object({ name: z.string(), value: wireConstantSchema.nullable(), message: z.string() }),
  ),
  /** The reason for which the kernel cannot be taken from its file, even with the globals. */
  problem: z.object({ message: z.string(), hint: z.string() }).nullable(),
});

/** The facts that the text of a kernel gives for its entry in a manifest. */
export type KernelGuess = z.infer<typeof kernelGuessSchema>;

const foundKernelSchema = z.object({
  path: z.string(),
  function: z.string(),
  line: z.number(),
  parameters: z.array(z.string()),
});

/** A kernel in a file, given by its absolute path. */
export type FoundKernel = z.infer<typeof foundKernelSchema>;

const errorSchema = z.object({
  error: z.object({
    message: z.string(),
    file: z.string().nullable(),
    line: z.number().nullable(),
    hint: z.string(),
  }),
});

interface GuessRequest {
  /** The manifest's path, which may not exist. */
  readonly manifest: string;
  /** A Python interpreter by path or name. */
  readonly python?: string | undefined;
}

/**
 * Lists the kernels of a file or of the files below a folder, without running them. Functions that
 * other kernels of their file call are left out.
 * @throws {Failure} `usage` if there is no such path, or no kernel.
 */
export async function findKernels(
  path: string,
  request: GuessRequest,
  context: PythonContext,
): Promise<readonly FoundKernel[]> {
  await checkExists(path);
  const answer = await ask({ path: resolve(path), function: null }, request, context);
  const { kernels } = z.object({ kernels: z.array(foundKernelSchema) }).parse(answer);
  if (kernels.length > 0) return kernels;
  throw new Failure('usage', {
    message: `${path} has no kernels`,
    hint: 'A kernel is a function with @triton.jit.',
  });
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
  const answer = await ask({ path: inside, function: name }, request, context);
  return z.object({ guess: kernelGuessSchema }).parse(answer).guess;
}

/**
 * The path of a file relative to the manifest's folder, with forward slashes.
 * @throws {Failure} `usage` if the file is elsewhere.
 */
export function sourcePath(file: string, manifest: string): string {
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

async function ask(
  question: { readonly path: string; readonly function: string | null },
  { manifest, python }: GuessRequest,
  context: PythonContext,
): Promise<unknown> {
  const reader = await readerContext(undefined, python, context);
  const folder = resolve(manifest, '..');
  const answer = await runReader('guess_manifest.py', { folder, ...question }, reader);
  const refused = errorSchema.safeParse(answer);
  if (!refused.success) return answer;
  const { message, file, line, hint } = refused.data.error;
  const place = formatPlace({
    file: shownPath(resolve(folder, file ?? question.path), manifest),
    ...(line !== null && { line }),
  });
  throw new Failure('usage', {
    message: `${place}: ${message}`,
    ...(hint !== '' && { hint }),
  });
}
