import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import type { ScratchContext } from '../../base/context.ts';
import { Failure, type Problem } from '../../base/errors.ts';
import { shownPath } from '../../base/files.ts';
import { stepCounter } from '../../base/progress.ts';
import { plural } from '../../base/text.ts';
import { type CompileFailure, parseDone } from '../../toolchain/workers/answers.ts';
import { answerAll } from '../../toolchain/workers/pool.ts';
import { type JobTarget, jobTarget } from '../../toolchain/workers/protocol.ts';
import type { KernelSource } from '../../toolchain/wire/source.ts';
import type { ManifestDocument } from '../../manifest/yaml.ts';
import { packageOfModule } from '../../manifest/terms/python-packages.ts';
import type { StoreSection } from '../store/store.ts';
import type { ExpectedOutputs, ReadData } from '../../manifest/values/packing.ts';
import type { CompileRequest } from '../compile.ts';
import type { ExpectedJob } from './jobs.ts';
import { readExpectedOutputs, writeExpectedRequest } from './request.ts';

/**
 * Computes the expected outputs of each job and stores each result as soon as it is known. If the
 * interpreter cannot run a kernel, the result has a note instead of outputs.
 * @returns the results by the keys of the jobs.
 * @throws {Failure} `compile` with each case whose reference failed or that exceeded the time
 * limit.
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
  const onResult = request.onResult ?? stepCounter(distinct.length, context.log);
  const keep = (job: ExpectedJob, outputs: ExpectedOutputs): void => {
    results.set(job.key, outputs);
    stored.push(store.put(job.key, outputs));
  };
  const { signal } = context;
  const running = request.toolchain.withWorkers({ ...request, signal }, async (pool) => {
    const folders = new Map<number, string>();
    const protocol = {
      message: ({ id, source, job }: Task, scratch: string) => {
        // Inputs are written when the job starts: those of all cases may not fit on the disk.
        const folder = mkdtempSync(join(scratch, 'case-'));
        folders.set(id, folder);
        return {
          id,
          source,
          target: targetOf(job),
          ...writeExpectedRequest(job, folder, readData),
        };
      },
      parse: parseDone,
    };
    const settings = {
      ...pool,
      kind: 'reference',
      areJobsShort: true,
    } as const;
    await answerAll(tasksOf(distinct), settings, protocol, ({ id, job }, outcome) => {
      onResult(`${job.kernel.name} (${job.smokeCase.name})`, job.key, outcome.cpuSeconds);
      const folder = folders.get(id) ?? '';
      if (outcome.ok) keep(job, readExpectedOutputs(job, folder));
      else if (job.of.generated !== undefined || isAccepted(job, outcome.failure)) {
        // Not stored: if the case is written, or the fault is no longer accepted, it is an error.
        const note = noteOf(outcome.failure, request.manifest);
        const isOutside = outcome.failure.reason === 'bounds';
        results.set(job.key, { note, isOutside, outputs: new Map() });
      } else if (isError(job, outcome.failure)) {
        problems.push(problemOf(job, outcome.failure, document, request.manifest));
      } else {
        const outputs = { note: noteOf(outcome.failure, request.manifest), outputs: new Map() };
        // This machine may have caused a crash, so the next build tries again.
        if (outcome.failure.reason === 'crash') results.set(job.key, outputs);
        else keep(job, outputs);
      }
      stored.push(rm(folder, { recursive: true, force: true }));
    });
  });
  try {
    await running;
  } finally {
    await Promise.all(stored);
  }
  if (problems.length > 0) {
    const summary = `${plural(problems.length, 'case')} failed, ${results.size} computed`;
    throw new Failure('compile', problems, { summary });
  }
  return results;
}

interface Task {
  readonly id: number;
  readonly source: KernelSource;
  readonly job: ExpectedJob;
}

function tasksOf(jobs: readonly ExpectedJob[]): Task[] {
  return jobs.map((job, id) => ({ id, source: job.source, job }));
}

/** Returns the GPU that a file sees while it is imported. */
function targetOf({ kernel }: ExpectedJob): JobTarget {
  const [target] = kernel.targets;
  if (target === undefined) throw new Error(`${kernel.name} has no target`);
  return jobTarget(target);
}

/**
 * Returns whether a failure is an error, not a note. The kernel is not wrong if the interpreter cannot run
 * it. But the package must not depend on how fast a machine is, and a kernel that leaves its tensors, or whose
 * assumption is false, is wrong on a GPU too.
 */
function isError({ kind }: ExpectedJob, { reason }: CompileFailure): boolean {
  return kind === 'reference' || reason === 'timeout' || isOfKernel(reason);
}

/** Returns whether the interpreter says that the call of the kernel is wrong. */
function isOfKernel(reason: CompileFailure['reason']): boolean {
  return reason === 'bounds' || reason === 'assumption';
}

/** Returns whether the manifest accepts that the kernel accesses what is outside of this buffer. */
function isAccepted({ kernel }: ExpectedJob, { reason, buffer }: CompileFailure): boolean {
  return (
    reason === 'bounds' &&
    kernel.smoke?.spec.accepted.some(
      (each) => each.kind === 'out-of-bounds' && each.buffer === buffer,
    ) === true
  );
}

function problemOf(
  job: ExpectedJob,
  failure: CompileFailure,
  document: ManifestDocument,
  manifest: string,
): Problem {
  const { file, line, message } = failure;
  const at = line === undefined ? '' : `:${line}`;
  const where = file === undefined ? '' : `${shownPath(file, manifest)}${at}: `;
  const isOwn = job.kind === 'reference' || isOfKernel(failure.reason);
  const subject = isOwn ? '' : "Triton's interpreter ";
  return {
    message: `${job.kernel.name} (${job.smokeCase.name}): ${where}${subject}${message}`,
    place: document.locate(job.smokeCase.path),
    hint: failure.hint ?? hintFor(job, failure),
  };
}

function hintFor(
  { kind, source }: ExpectedJob,
  { reason, missingModule, buffer }: CompileFailure,
): string {
  if (reason === 'bounds') {
    const remedy =
      'Correct the shape of the tensor in `smoke.buffers`, or mask the access in the kernel.';
    // An address in no tensor cannot be accepted by the name of one.
    return buffer === undefined
      ? remedy
      : `${remedy} To build a kernel with a fault that you cannot correct, write \`accept: { out-of-bounds: { ${buffer}: "REASON" } }\` under \`smoke\`.`;
  }
  if (reason === 'assumption')
    return 'Correct the condition or the case. If callers must keep to it, write it under `requires:`, too: the C function then refuses other calls.';
  if (kind === 'interpreter') {
    return 'Make the case smaller, set `reference:` to a NumPy function, or set `reference: none`.';
  }
  switch (reason) {
    case 'import':
      return missingModule === undefined
        ? 'Make sure that Python can import the file.'
        : `Add \`${packageOfModule(missingModule)}\` to \`requirements:\` in the manifest, or put the module next to the reference.`;
    case 'function':
      return 'Set `reference: FILE.py:FUNCTION` to a function in the file.';
    case 'parameters':
      return 'A reference can take inputs, scalars, and constants that are equal in all configs. Give other parameters a default.';
    case 'result':
      return 'Return a dict of arrays by output name, or one array for each output in the order of the parameters, without NaN unless the output has `nan: true`.';
    case 'timeout':
    case 'crash':
      return 'Make the case smaller, or make the reference use less time and memory.';
    case 'unknown':
    case 'options':
    case 'compile':
    case 'run':
      return `Call ${source.function} in Python with inputs of these shapes to find the error.`;
  }
}

/** Returns a note for the package. Files are relative to the manifest's folder. */
function noteOf({ message, file, line }: CompileFailure, manifest: string): string {
  const inside = file === undefined ? '..' : relative(resolve(dirname(manifest)), file);
  const isInside = !inside.startsWith('..') && !isAbsolute(inside);
  const where = isInside ? `${inside}${line === undefined ? '' : `:${line}`}: ` : '';
  const [first = ''] = message.split(/[\r\n\u2028\u2029]/);
  return `${where}${first}`.slice(0, 300);
}
