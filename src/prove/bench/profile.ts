import { existsSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Failure } from '../../base/errors.ts';
import { makeFolder } from '../../base/files.ts';
import { plural } from '../../base/text.ts';
import { buildTestPrograms } from '../harness/build-harness.ts';
import { describeTimedCase } from '../harness/case-data.ts';
import { runKey } from '../harness/run-tasks.ts';
import { testEnvironment } from '../harness/tools.ts';
import { largestCase, type MeasureContext, withDevice, withTools } from '../measure/device.ts';
import { timingPlanText } from '../measure/meter.ts';
import { alignedRun, timedCall } from '../measure/timed-call.ts';
import { readSmokePackage, type SmokePackage } from '../../package/cases.ts';
import {
  findNcu,
  ncuArguments,
  NCU_MISSING,
  type NcuPlaces,
  type NcuTarget,
  runNcu,
} from './ncu.ts';
import type { BenchRequest } from './request.ts';
import { type BenchTask, kernelsOf, selectTasks, taskLabel } from './tasks.ts';

/** Selects the call to profile, and the folder for the result. */
export interface ProfileRequest extends Omit<BenchRequest, 'jit' | 'python' | 'rounds'> {
  /** The folder that gets the program, its data and the report. */
  readonly out: string;
}

/** A program that calls one kernel with one algo and one case, and how to profile it. */
export interface Profile {
  readonly kernel: string;
  readonly algo: number;
  readonly case: string;
  /** The command line of Nsight Compute. */
  readonly command: readonly string[];
  /** The report that the command writes. */
  readonly report: string;
  /** The path of ncu; null if it is not installed. */
  readonly ncu: string | null;
  /** Limits of the report, as sentences. */
  readonly notes: readonly string[];
}

interface PreparedProfile {
  readonly profile: Profile;
  /**
   * Runs the command on a GPU, and holds the lock of the GPU until it ends. Undefined if ncu is not installed.
   * @throws {Failure} `no-gpu`, or as `runNcu`.
   */
  readonly run: (() => Promise<void>) | undefined;
}

/**
 * Builds the program for one call, and the command line that profiles it. Needs no GPU.
 * @throws {Failure} `usage` if not exactly one call is selected, `environment` without compilers.
 */
export async function prepareProfile(
  request: ProfileRequest,
  context: MeasureContext,
  places?: NcuPlaces,
): Promise<PreparedProfile> {
  const pkg = await readSmokePackage(request.package);
  const task = onlyTask(pkg, selectTasks(pkg, request));
  const { kernel, algo, case: item } = task;
  const out = resolve(request.out);
  const stem = `${kernel.name}-algo${algo}-case${casesOf(task).indexOf(item)}`;
  const program = await keepProgram(pkg, task, join(out, stem), request, context);
  const sources = sourceFolders(task, request);
  const own = kernel.variants.filter((variant) => variant.algo === algo);
  const target: NcuTarget = {
    symbols: [...new Set(own.map(({ symbol }) => symbol))],
    sources: sources.folders,
    report: join(out, `${stem}.ncu-rep`),
    program,
  };
  const ncu = await findNcu(context.env, places);
  const device =
    request.device === undefined
      ? []
      : ['env', 'CUDA_DEVICE_ORDER=PCI_BUS_ID', `CUDA_VISIBLE_DEVICES=${request.device}`];
  return {
    profile: {
      kernel: kernel.name,
      algo,
      case: item.name,
      command: [...device, ncu ?? 'ncu', ...ncuArguments(target)],
      report: target.report,
      ncu: ncu ?? null,
      notes: [...sources.notes, ...(ncu === undefined ? [NCU_MISSING] : [])],
    },
    run:
      ncu === undefined ? undefined : () => profileTask(pkg, task, ncu, target, request, context),
  };
}

function casesOf({ cases }: BenchTask): BenchTask['cases']['cases'] {
  return cases.timed ?? cases.cases;
}

/** @throws {Failure} `usage`, with what there is to choose from, if there are several. */
function onlyTask({ folder }: SmokePackage, tasks: readonly BenchTask[]): BenchTask {
  const [task] = tasks;
  if (task !== undefined && tasks.length === 1) return task;
  const names = new Set(tasks.map(({ kernel }) => kernel.name));
  const algos = new Set(tasks.map(({ algo }) => `${algo}`));
  const cases = new Set(
    tasks.map((each) => `${casesOf(each).indexOf(each.case)} (${each.case.name})`),
  );
  const choices = [
    ['kernel', '--only', names],
    // Each kernel has its own.
    ...(names.size > 1
      ? []
      : ([
          ['algo', '--algo', algos],
          ['case', '--case', cases],
        ] as const)),
  ] as const;
  throw new Failure('usage', {
    message: `--ncu profiles one call, but ${plural(tasks.length, 'call')} are selected`,
    place: { file: folder },
    hint: choices
      .filter(([, , values]) => values.size > 1)
      .map(
        ([what, option, values]) => `Choose the ${what} with ${option}: ${[...values].join(', ')}`,
      )
      .join('\n'),
  });
}

/**
 * Calls of the kernel, of which ncu looks at the second. They end as soon as a few have run, and
 * nothing else uses the GPU.
 */
const TIMING = { milliseconds: 1, precision: 1, flush: false };

/** Builds the harness, and keeps it with its plan and data. Returns the command that runs it. */
async function keepProgram(
  pkg: SmokePackage,
  { kernel, algo, case: item }: BenchTask,
  folder: string,
  { jobs }: ProfileRequest,
  context: MeasureContext,
): Promise<readonly string[]> {
  const { run, obstacle } = alignedRun(item, algo);
  if (run === undefined)
    throw new Failure('usage', { message: `${kernel.name} [${item.name}]: ${obstacle}` });
  const contents = { called: [kernel], compiled: [kernel.name], ownTests: new Map() };
  await makeFolder(folder);
  const program = join(folder, 'program');
  await withTools(jobs, context, (tools) =>
    context.log.group('Build the program', async () => {
      const { harness = '' } = await buildTestPrograms(pkg, contents, tools, context);
      await copyFile(harness, program);
    }),
  );
  const lines = await describeTimedCase(item, join(folder, 'buffer'), (file) =>
    readFileSync(join(pkg.folder, file)),
  );
  const plan = join(folder, 'plan');
  const step = { id: 0, key: runKey(0), lines, offsets: run.offsets };
  await writeFile(plan, timingPlanText(kernel.name, algo, [step], TIMING));
  return [program, plan, 'profiled'];
}

/** Returns the folders in which ncu finds the files of line tables: their names are relative to the manifest's folder. */
function sourceFolders(
  { kernel: { name, lineInfo } }: BenchTask,
  { manifest }: ProfileRequest,
): { readonly folders: readonly string[]; readonly notes: readonly string[] } {
  if (lineInfo !== true) {
    const note = `${name} has no line tables: the report shows instructions, but no Python lines. Set \`line_info: true\` in the manifest and build again`;
    return { folders: [], notes: [note] };
  }
  const folder = dirname(resolve(manifest));
  if (existsSync(manifest)) return { folders: [folder], notes: [] };
  const note = `there is no ${basename(manifest)} in ${folder}, so the report does not contain the Python files: name the manifest with --manifest`;
  return { folders: [folder], notes: [note] };
}

async function profileTask(
  pkg: SmokePackage,
  task: BenchTask,
  ncu: string,
  target: NcuTarget,
  request: ProfileRequest,
  context: MeasureContext,
): Promise<void> {
  const measured = kernelsOf([task]);
  const bytes = largestCase(measured);
  await withDevice({ pkg, measured, bytes }, request, context, async ({ lease: { device } }) => {
    const { variant, obstacle } = timedCall(task.kernel, task.algo, task.case, device);
    if (variant === undefined)
      throw new Failure('usage', { message: `${taskLabel(task)}: ${obstacle}` });
    const env = testEnvironment(context.env, [device]);
    await context.log.group(`Profile ${taskLabel(task)} on ${device.name} (${device.uuid})`, () =>
      runNcu(ncu, target, request.timeout, { ...context, env }),
    );
  });
}
