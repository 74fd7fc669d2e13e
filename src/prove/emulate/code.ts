import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { inflateSync } from 'node:zlib';
import { z } from 'zod';
import { EMULATOR_FOLDER } from '../../base/assets.ts';
import type { RunContext } from '../../base/context.ts';
import { Failure } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { runForeignProgram } from '../../base/foreign-program.ts';
import { describeExit } from '../../base/process.ts';
import { sha256, tryParseJson } from '../../base/text.ts';
import type { Store } from '../../compile/store/store.ts';
import { isCuda, multiprocessorsOf } from '../../manifest/terms/nvidia.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { lastLines } from '../harness/problem.ts';
import type { CudaTarget } from '../../manifest/terms/vendor-terms.ts';

/**
 * Writes the PTX of a package's variants, all or those for a target, to a folder: `SHA256.ptx` is that of the cubin with
 * this hash. It is in the store of the build. Returns what was written for each hash of a variant.
 * @throws {Failure} `usage` if the store lacks any.
 */
export async function writeCode(
  { manifest, folder: place }: SmokePackage,
  kernels: readonly string[],
  target: CudaTarget | undefined,
  store: Pick<Store, 'kernels'> & { readonly directory: string },
  folder: string,
): Promise<ReadonlyMap<string, WrittenCode>> {
  await makeFolder(folder);
  const own = manifest.kernels.filter(({ name }) => kernels.includes(name));
  const variants = own
    .flatMap((kernel) => kernel.variants)
    .filter((variant) => variant.target === (target?.name ?? variant.target));
  const hashes = variants.map(({ hash }) => hash);
  const found = await store.kernels.load(hashes);
  const missing = [...new Set(hashes)].filter((hash) => found.get(hash)?.packedPtx === undefined);
  if (missing.length > 0) {
    throw new Failure('usage', {
      message: `the store has no PTX of ${missing.length} of the ${new Set(hashes).size} variants`,
      place: { file: place },
      hint: `The emulation executes the PTX that the build has kept in the store ${store.directory}. Build the package on this machine first, or name the store of its build with --store.`,
    });
  }
  const written = new Map<string, WrittenCode>();
  for (const [hash, { cubin, packedPtx = new Uint8Array() }] of found) {
    const name = sha256(cubin);
    written.set(hash, { cubin: name, packedPtx });
    const resident = residentLine(variants.find((variant) => variant.hash === hash));
    await writeFile(join(folder, `${name}.ptx`), resident + currentLines(packedPtx, manifest));
  }
  return written;
}

/** The multiprocessors of the emulated device: `multiprocessors` of driver/device.cpp. */
const EMULATED = 32;

/**
 * Says how many blocks a GPU has at once, the largest one of the target: blocks that wait for more never end. The
 * emulator reads this line.
 */
function residentLine(variant: Variant | undefined): string {
  const target = parseTarget(variant?.target ?? '');
  const blocks = variant?.resources?.occupancy?.blocks;
  if (target === undefined || !isCuda(target) || blocks === undefined) return '';
  return `// resident ${blocks * Math.max(multiprocessorsOf(target), EMULATED)}\n`;
}

type Variant = SmokePackage['manifest']['kernels'][number]['variants'][number];

/** The PTX of a variant, as the store has it. */
export interface WrittenCode {
  /** The SHA-256 of its cubin, which names the file. */
  readonly cubin: string;
  readonly packedPtx: Uint8Array;
}

/** Says what the emulator does not know of the PTX of a variant; undefined if it can execute it. */
export type UnknownOf = (variant: { readonly hash: string }) => string | undefined;

/** Milliseconds more than its own limit that the emulator has for a file. */
const GRACE = 60_000;

const answerSchema = z.tuple([z.string(), z.string().nullable()]);

/**
 * Reads the PTX in a folder as the emulator does. What takes too much time or memory counts as unknown.
 * @param written has the names of the files, by the hashes of variants
 * @param seconds the time for a file
 */
export async function findUnknown(
  python: string,
  folder: string,
  written: ReadonlyMap<string, Pick<WrittenCode, 'cubin'>>,
  seconds: number,
  { env, signal }: Pick<RunContext, 'env' | 'signal'>,
): Promise<UnknownOf> {
  const argv = [python, '-B', '-E', '-s', '-m', 'aot_emulate', 'decode', folder, String(seconds)];
  const answers = new Map<string, string | null>();
  const exit = await runForeignProgram(argv, {
    env,
    signal,
    cwd: EMULATOR_FOLDER,
    limit: seconds * 1000 + GRACE,
    onLine: (line) => {
      const answer = answerSchema.safeParse(tryParseJson(line));
      if (!answer.success) return line;
      answers.set(...answer.data);
      return undefined;
    },
  });
  const why = exit.isTimeout ? 'did not answer, and was ended' : describeExit(exit);
  return ({ hash }) => {
    const name = written.get(hash)?.cubin;
    if (name === undefined) return undefined;
    const answer = answers.get(name);
    return answer === undefined
      ? `the emulator ${why} while it read the PTX${lastLines(exit.printed)}`
      : (answer ?? undefined);
  };
}

/** Bytes. More would not be the PTX of a kernel, but fill the memory. */
const LONGEST_PTX = 2 ** 28;

/**
 * Returns the PTX. If a source has changed since it was compiled, such as by a comment, its lines may be
 * others: then the name of the file says so.
 */
function currentLines(packed: Uint8Array, { sources = [] }: SmokePackage['manifest']): string {
  const hashes = new Map(sources.map(({ path, sha256: hash }) => [path, hash]));
  let text = inflateSync(packed, { maxOutputLength: LONGEST_PTX }).toString();
  for (const [, hash, path = ''] of text.matchAll(/^\/\/ source (\w+) (.*)$/gm)) {
    if (hashes.get(path) === hash) continue;
    const name = basename(path);
    text = text.replaceAll(/^\s*\.file\s.*$/gm, (line) =>
      line.replace(`${name}"`, `${name} as it was compiled"`),
    );
  }
  return text;
}
