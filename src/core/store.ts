import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { tensorMapSchema } from './compile/answer.ts';
import type { CompiledKernel } from './compile/job.ts';
import { canonical, sha256 } from './hash.ts';
import type { Log } from './log.ts';

/** Where compiled kernels live by kernel hash. Losing entries is allowed, giving wrong ones is not. */
export interface Store {
  get(hash: string): Promise<CompiledKernel | undefined>;
  put(hash: string, kernel: CompiledKernel): Promise<void>;
}

/**
 * A store in a directory, safe for many processes at once: an entry is one file that appears whole or not at
 * all. An entry that does not check out is removed with a warning; a store that cannot be written costs a
 * warning too, never the build.
 */
export function directoryStore(directory: string, log: Log): Store {
  const fileOf = (hash: string): string =>
    join(directory, 'v1', hash.slice(0, 2), `${hash}.kernel`);
  let writable = true;
  return {
    async get(hash) {
      const file = fileOf(hash);
      const content = await readIfThere(file);
      if (content === undefined) return undefined;
      const kernel = decode(hash, content);
      if (kernel === undefined) {
        log.warning({
          message: 'a stored kernel is damaged: it is compiled again',
          place: { file },
        });
        await rm(file, { force: true });
      }
      return kernel;
    },
    async put(hash, kernel) {
      if (!writable) return;
      const file = fileOf(hash);
      const temporary = `${file}.${randomUUID()}.tmp`;
      try {
        await mkdir(dirname(file), { recursive: true });
        await writeFile(temporary, encode(hash, kernel));
        await rename(temporary, file);
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => undefined);
        if (!writable) return;
        writable = false;
        log.warning({
          message: `cannot write to the store, so results are not kept: ${String(error)}`,
          place: { file: directory },
          hint: 'Choose another folder with --store.',
        });
      }
    },
  };
}

const scratchSchema = z.object({ size: z.number(), align: z.number() });

/** What stands before the cubin, as one line of JSON. */
const headerSchema = z.object({
  hash: z.string(),
  /** Of the record and the cubin together. */
  sha256: z.string(),
  record: z.object({
    name: z.string(),
    ptxas: z.string(),
    shared: z.number(),
    numWarps: z.number(),
    numCtas: z.number(),
    globalScratch: scratchSchema,
    profileScratch: scratchSchema,
    launchPdl: z.boolean(),
    launchCooperativeGrid: z.boolean(),
    tensorMaps: z.array(tensorMapSchema),
  }),
});

function encode(hash: string, kernel: CompiledKernel): Uint8Array {
  const { cubin, ...record } = kernel;
  const header = { hash, sha256: seal(record, cubin), record };
  return Buffer.concat([Buffer.from(`${canonical(header)}\n`), cubin]);
}

function decode(hash: string, content: Buffer): CompiledKernel | undefined {
  const end = content.indexOf('\n');
  const header = headerSchema.safeParse(
    parseJson(content.subarray(0, Math.max(0, end)).toString()),
  );
  if (!header.success) return undefined;
  const cubin = new Uint8Array(content.subarray(end + 1));
  const { record } = header.data;
  const isIntact = header.data.hash === hash && header.data.sha256 === seal(record, cubin);
  return isIntact ? { ...record, cubin } : undefined;
}

function seal(record: unknown, cubin: Uint8Array): string {
  return sha256(Buffer.concat([Buffer.from(`${canonical(record)}\n`), cubin]));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function readIfThere(file: string): Promise<Buffer | undefined> {
  try {
    return await readFile(file);
  } catch {
    // Not there, or not readable: either way there is nothing to use.
    return undefined;
  }
}
