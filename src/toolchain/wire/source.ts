import { z } from 'zod';
import { canonicalJson, sha256 } from '../../base/text.ts';

/**
 * The part of the sources that a kernel is made from, as inspect_sources.py takes it. It runs
 * instead of the files.
 */
export const sliceSchema = z
  .object({
    kind: z.literal('slice'),
    /** The path of the module with the kernel. */
    entry: z.string(),
    /** Its dotted name. */
    module: z.string(),
    modules: z.array(
      z
        .object({
          /** Relative to the manifest's folder; identifies the module. */
          path: z.string(),
          file: z.string(),
          name: z.string(),
          package: z.boolean(),
          /** The name for imports in functions. */
          importName: z.string(),
          /** The taken lines, each where it is in the file. */
          text: z.string(),
          /** Values of names that the manifest gives. */
          answers: z.record(
            z.string(),
            z
              .object({
                value: z.unknown(),
                /** True for a `tl.constexpr`. */
                constexpr: z.boolean(),
                /** True for a function that returns the value. */
                called: z.boolean(),
              })
              .meta({ id: 'SliceAnswer' }),
          ),
          /** Builtins whose value is unknown, with their numbers in `unknown`. */
          unknown: z.record(z.string(), z.int()),
          /** The hash of the text without comments, and of the answers. */
          sha256: z.string(),
          /** The hash of the file. */
          fileSha256: z.string(),
        })
        .meta({ id: 'SliceModule' }),
    ),
    /** Values that are known only when the program runs. An error if the compiler needs one. */
    unknown: z.array(
      z.object({ message: z.string(), hint: z.string() }).meta({ id: 'UnknownValue' }),
    ),
    /** The Python expressions to evaluate in the entry: for configs, and for the function that prunes them. */
    expression: z.string().optional(),
    prune: z.string().optional(),
  })
  .meta({ id: 'Slice' });

export type Slice = Readonly<z.infer<typeof sliceSchema>>;

/** A kernel function in a slice. */
const sliceSourceSchema = sliceSchema
  .omit({ module: true })
  .extend({
    /** Equal for equal slices. */
    key: z.string(),
    file: z.string(),
    function: z.string(),
    /** As those of an import: the files of `depends`. */
    folder: z.string(),
    closure: z.array(z.string()).readonly(),
    depends: z.array(z.string()).readonly(),
  })
  .meta({ id: 'SliceSource' });

/** The facts with which Python imports a function. */
const importSourceSchema = z
  .object({
    kind: z.literal('import'),
    /** Absolute folders for Python's module path, most specific first. */
    path: z.array(z.string()).readonly(),
    /** The module's dotted name below the first folder. */
    module: z.string(),
    file: z.string(),
    function: z.string(),
    /** The manifest's folder, for paths in messages. */
    folder: z.string(),
    /** The absolute paths of the files that the kernel hash covers. */
    closure: z.array(z.string()).readonly(),
    /** The globs of the manifest's `depends`. */
    depends: z.array(z.string()).readonly(),
  })
  .meta({ id: 'ImportSource' });

export const kernelSourceSchema = z
  .discriminatedUnion('kind', [sliceSourceSchema, importSourceSchema])
  .meta({ id: 'KernelSource' });

type ImportSource = Readonly<z.infer<typeof importSourceSchema>>;
export type KernelSource = Readonly<z.infer<typeof sliceSourceSchema>> | ImportSource;

/**
 * Names the code that runs for a source. Only jobs with the same name share a process, since code
 * can change everything in its process.
 */
export function closureOf(source: KernelSource): string {
  if (source.kind === 'slice') return source.key;
  const { path, module, closure } = source;
  return sha256(canonicalJson({ path, module, closure }));
}
