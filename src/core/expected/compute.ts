import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { z } from 'zod';
import type { ScratchContext } from '../base/context.ts';
import { Failure, type Problem } from '../base/errors.ts';
import { shownPath } from '../base/files.ts';
import { answerAll, type CompileRequest, withWorkerContext } from '../bridge/pool.ts';
import type { KernelSource } from '../bridge/protocol.ts';
import type { ManifestDocument } from '../manifest/yaml.ts';
import type { StoreSection } from '../store/store.ts';
import type { ExpectedOutputs, ReadData } from '../testdata/packing.ts';
import type { ExpectedJob } from './jobs.ts';
import { type ExpectedRequest, readExpectedOutputs, writeExpectedRequest } from './request.ts';

/**
 * Computes what each job's case is to give, and stores each result as it comes. Where the interpreter cannot run a
 * kernel, that is a result too, with a note. Results come by the jobs' keys.
 * @throws {Failure} `compile` with the place of each case whose reference failed, or that took too long.
 */
export async function computeExpected(
  jobs: readonly ExpectedJob[],
  store: StoreSection<ExpectedOutputs>,
  document: ManifestDocument,
  request: CompileRequest,
  context: ScratchContext,
  readData: ReadData,
): Promise<ReadonlyMap<string, ExpectedOutputs>> {
  const distinct = [...new Map(jobs.map((job) => [job.key, job])).values()];
  const results = new Map<string, ExpectedOutputs>();
  const problems: Problem[] = [];
  const stored: Promise<void>[] = [];
  let done = 0;
  const keep = (job: ExpectedJob, outputs: ExpectedOutputs): void => {
    results.set(job.key, outputs);
    stored.push(store.put(job.key, outputs));
  };
  await withWorkerContext(request, context, async (pool) => {
    const folderOf = (id: number): string => join(pool.scratch, `case-${id}`);
    const protocol = {
      message: ({ id, source, job }: Task) => {
        const folder = folderOf(id);
        // Not before its turn: the inputs of all cases together may be more than the disk holds.
        mkdirSync(folder);
        return {
          id,
          source,
          target: targetOf(job),
          ...writeExpectedRequest(job, folder, readData),
        };
      },
      parse: (answer: unknown) => answerSchema.parse(answer),
      failed: (failure: TaskFailure): TaskOutcome => ({ ok: false, failure }),
    };
    const settings = { ...pool, program: 'reference_worker.py', role: 'reference' } as const;
    await answerAll(tasksOf(distinct), settings, protocol, ({ id, job }, outcome) => {
      done += 1;
      context.log.progress(done, distinct.length, `${job.kernel.name} (${job.smokeCase.name})`);
      if (outcome.ok) keep(job, readExpectedOutputs(job, folderOf(id)));
      else if (isError(job, outcome.failure)) {
        problems.push(problemOf(job, outcome.failure, document, request.manifest));
      } else {
        const outputs = { note: noteOf(outcome.failure, request.manifest), outputs: new Map() };
        // A crash may have been this machine's, so it is tried again.
        if (outcome.failure.reason === 'crash') results.set(job.key, outputs);
        else keep(job, outputs);
      }
      stored.push(rm(folderOf(id), { recursive: true, force: true }));
    });
  });
  await Promise.all(stored);
  if (problems.length > 0) throw new Failure('compile', problems);
  return results;
}

interface Task {
  readonly id: number;
  readonly source: KernelSource;
  readonly job: ExpectedJob;
}

interface TaskFailure {
  readonly reason: string;
  readonly message: string;
  readonly file?: string | undefined;
  readonly line?: number | undefined;
  readonly missingModule?: string | undefined;
}

type TaskOutcome = { readonly ok: true } | { readonly ok: false; readonly failure: TaskFailure };

const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true) }),
  z.object({
    ok: z.literal(false),
    failure: z.object({
      reason: z.enum(['import', 'function', 'parameters', 'run', 'result']),
      message: z.string(),
      file: z.string().optional(),
      line: z.number().optional(),
      missingModule: z.string().optional(),
    }),
  }),
]);

function tasksOf(jobs: readonly ExpectedJob[]): Task[] {
  return jobs.map((job, id) => ({ id, source: job.source, job }));
}

/** The GPU that a file is told of which asks while it is imported. */
function targetOf({ kernel }: ExpectedJob): ExpectedRequest {
  const [target] = kernel.targets;
  return { backend: target?.backend, arch: target?.arch, warpSize: 32 };
}

/** What the interpreter cannot do is no fault of the kernel; that it takes long must not depend on the machine. */
function isError({ kind }: ExpectedJob, { reason }: TaskFailure): boolean {
  return kind === 'reference' || reason === 'timeout';
}

function problemOf(
  job: ExpectedJob,
  failure: TaskFailure,
  document: ManifestDocument,
  manifest: string,
): Problem {
  const { file, line, message } = failure;
  const at = line === undefined ? '' : `:${line}`;
  const where = file === undefined ? '' : `${shownPath(file, manifest)}${at}: `;
  const what = job.kind === 'reference' ? '' : "Triton's interpreter ";
  return {
    message: `${job.kernel.name} (${job.smokeCase.name}): ${where}${what}${message}`,
    place: document.locate(job.smokeCase.path),
    hint: hintFor(job, failure),
  };
}

function hintFor({ kind, source }: ExpectedJob, { reason, missingModule }: TaskFailure): string {
  if (kind === 'interpreter') {
    return 'Make the case smaller, name a NumPy function under `reference:`, or set `reference: none`.';
  }
  switch (reason) {
    case 'import':
      return missingModule === undefined
        ? 'The file of the reference must be importable.'
        : `Add \`${missingModule}\` to \`requirements:\` in the manifest, or put the module beside the reference.`;
    case 'function':
      return 'Name a function of the file, as `reference: FILE.py:FUNCTION`.';
    case 'parameters':
      return 'A reference names inputs, scalars and constants that all configs share; give others a default.';
    case 'result':
      return 'Return a dict of arrays by output, or one array for each output in the order of the parameters; NaN is none.';
    case 'timeout':
    case 'crash':
      return 'Make the case smaller, or the reference thriftier.';
    default:
      return `Call ${source.function} in Python with inputs of these shapes to find out more.`;
  }
}

/** Goes into the package, so the place is told from the manifest's folder. */
function noteOf({ message, file, line }: TaskFailure, manifest: string): string {
  const inside = file === undefined ? '..' : relative(resolve(dirname(manifest)), file);
  const isInside = !inside.startsWith('..') && !isAbsolute(inside);
  const where = isInside ? `${inside}${line === undefined ? '' : `:${line}`}: ` : '';
  const [first = ''] = message.split('\n');
  return `${where}${first}`.slice(0, 300);
}
