import * as core from '@actions/core';
import { existsSync } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { z } from 'zod';
import type { BuildContext } from '../../base/context.ts';
import { EXIT_CODES, Failure } from '../../base/errors.ts';
import { findExecutable } from '../../base/executable.ts';
import { COUNT } from '../../base/form.ts';
import { didYouMean } from '../../manifest/problems.ts';
import { describeExit, type Environment } from '../../base/process.ts';
import { linePage } from '../../base/repository-pages.ts';
import { plural, tryParseJson } from '../../base/text.ts';
import { runEmulated } from '../../prove/emulate/program.ts';
import { uploadArtifact } from '../../action/artifact.ts';
import { EMULATE_MODES } from '../../action/gpu.ts';
import { inputsOf } from '../../action/inputs.ts';
import { readUpload, uploadFindings } from '../../action/sarif.ts';
import {
  addTable,
  type Cell,
  escapeShort,
  setOutputs,
  type Summary,
  writeSummary,
} from '../../action/summary.ts';

/** True if the input `emulate` of the root action names a program, which then runs in place of a build. */
export function namesProgram(get: (name: string) => string): boolean {
  return !['', ...EMULATE_MODES].includes(get('emulate'));
}

/** Words that switch something on or off, also where they are programs, and the mode that they mean. */
const SWITCHES: ReadonlyMap<string, (typeof EMULATE_MODES)[number]> = new Map([
  ...['true', 'on', 'yes', 'required', 'always', '1'].map((word) => [word, 'auto'] as const),
  ...['false', 'off', 'no', 'none', '0'].map((word) => [word, 'never'] as const),
]);

/**
 * Refuses a single word that is no program, such as a misspelt mode. A shell would only say that it found no such command.
 * @throws {Failure} `usage`
 */
export async function requireProgram(script: string, env: Environment): Promise<void> {
  const word = script.trim();
  if (!/^[\w-]+$/.test(word)) return;
  const meant = SWITCHES.get(word.toLowerCase());
  if (meant === undefined && (await findExecutable(word, env)) !== undefined) return;
  const guess =
    meant === undefined ? didYouMean(word, EMULATE_MODES) : `; did you mean \`${meant}\`?`;
  const expected = `${EMULATE_MODES.join(', ')} or a program that is on PATH, such as \`pytest tests\``;
  const message = `input emulate: invalid value \`${word}\`: expected ${expected}${guess}`;
  throw new Failure('usage', [{ message }]);
}

/** Reads the inputs of the root action that a program uses. */
export const readProgramInputs = inputsOf((read) => ({
  script: read.text('emulate') ?? '',
  gpus: read.list('targets') ?? ['sm_80'],
  upgrade: read.list('upgrade') ?? [],
  summary: read.flag('summary', true),
  artifact: read.text('artifact'),
  retentionDays: read.value('retention-days', COUNT),
  allowUntrusted: read.flag('allow-untrusted'),
  uploadSarif: readUpload(read),
  token: read.text('token'),
}));

/**
 * Runs a program as a step with `run` would, with its Triton launches executed on the CPU, as for each GPU.
 * @throws {Failure} `smoke` if it fails for one of them, `environment` if a launch was not judged, `usage` if the input names no program
 */
export async function runProgram(
  {
    script,
    gpus,
    upgrade,
    artifact,
    retentionDays,
    ...inputs
  }: ReturnType<typeof readProgramInputs>,
  context: BuildContext,
): Promise<void> {
  await requireProgram(script, context.env);
  const folder = join(context.scratch, 'emulated');
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'report.json');
  const sarif = join(folder, 'report.sarif');
  const options = [
    `--gpu=${gpus.join(',')}`,
    `--report=${path}`,
    `--junit=${join(folder, 'report.xml')}`,
    `--sarif=${sarif}`,
    ...(upgrade.length === 0 ? [] : [`--compare-triton=${upgrade.join(',')}`]),
  ];
  const program = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c', script];
  const exit = await runEmulated(
    { options, program, hasTerminal: false, output: 1 },
    { ...context, env: programEnvironment(context.env) },
  );
  context.signal.throwIfAborted();
  const text = await readFile(path, 'utf8').catch(() => '');
  const report = emulationSchema.safeParse(tryParseJson(text)).data;
  if (report !== undefined)
    await writeSummary(
      addCompared(addEmulation(core.summary, report, context.env), report.compared, context.env),
      context.env,
    );
  // Without a report, nothing is known, whatever the exit code.
  const isRight = exit.code === 0 && report !== undefined;
  setOutputs({
    smoke: isRight ? 'passed' : 'failed',
    report: folder,
    // A program that could not be started has none.
    sarif: existsSync(sarif) ? sarif : '',
  });
  if (artifact !== undefined) {
    const uploaded = await uploadArtifact({ name: artifact, folder, retentionDays }, context);
    setOutputs({ 'artifact-name': uploaded.name, 'artifact-url': uploaded.url });
  }
  const lacks = report === undefined ? '; there is no report on its launches' : '';
  // The program has ended well, and nothing is wrong, but not all launches were judged.
  const isUnknown = exit.code === 0 || (exit.code === EXIT_CODES.environment && report?.exit === 0);
  const failure = isRight
    ? undefined
    : new Failure(isUnknown ? 'environment' : 'smoke', {
        message: `\`${script.trim()}\` failed: it ${describeExit(exit)}, emulated for ${gpus.join(' and ')}${lacks}`,
      });
  if (existsSync(sarif)) await uploadFindings(sarif, inputs, failure, context);
  if (failure !== undefined) throw failure;
}

/** The environment that a step with `run` has: inputs and the runner's tokens are the action's. */
function programEnvironment(env: Environment): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:INPUT_|ACTIONS_)/.test(name)),
  );
}

/** A kernel, and the results of other code in its launches: that of another Triton, or for another GPU. */
const comparedSchema = z.object({
  kernel: z.string(),
  file: z.string(),
  line: z.number(),
  other: z.string(),
  verdict: z.string(),
  launches: z.number(),
  note: z.string(),
  costs: z.string(),
});

/** The fields of `triton_aot_emulate --report` that the job summary shows. The reference lists all fields. */
const emulationSchema = z.object({
  gpu: z.string(),
  exit: z.number(),
  right: z.boolean(),
  kernels: z.array(
    z.object({
      kernel: z.string(),
      launches: z.number(),
      judged: z.number(),
      seconds: z.number(),
    }),
  ),
  found: z.array(
    z.object({
      kernel: z.string(),
      kind: z.string(),
      message: z.string(),
      launches: z.number(),
      expected: z.number(),
      accepted: z.number(),
      file: z.string().nullable(),
      line: z.number().nullable(),
      tests: z.array(z.string()),
      gpus: z.array(z.string()),
    }),
  ),
  compared: z.array(comparedSchema),
  problems: z.array(z.string()),
  no_launch: z.string(),
});

type EmulationReport = z.infer<typeof emulationSchema>;

/** Adds the kernels, and what is wrong with them, to the job summary. */
export function addEmulation(
  to: Summary,
  {
    gpu,
    right,
    kernels,
    found,
    problems,
    no_launch: noLaunch,
  }: Omit<EmulationReport, 'compared' | 'exit'>,
  env: Environment,
): Summary {
  to.addHeading(`Triton kernels, emulated for ${escapeShort(gpu)}`, 3);
  const launches = kernels.reduce((sum, kernel) => sum + kernel.launches, 0);
  const notJudged = launches - kernels.reduce((sum, kernel) => sum + kernel.judged, 0);
  // Those of which all launches were in tests that expect or accept them are not.
  const wrong = found.filter(
    (each) => each.launches === 0 || each.launches > each.expected + each.accepted,
  );
  const parts = [
    plural(launches, 'launch', 'launches'),
    ...(notJudged > 0 ? [`${notJudged} not judged`] : []),
    ...(right ? (wrong.length === 0 && notJudged === 0 ? ['all right'] : []) : ['not all right']),
  ];
  to.addRaw(
    noLaunch === ''
      ? `${parts.join(', ')}.`
      : `No launch, and none was needed: ${escapeShort(noLaunch)}.`,
    true,
  );
  addTable(
    to,
    ['wrong', 'kernel', 'line', 'GPU', 'launches', 'tests', 'message'],
    wrong.map(({ kind, kernel, file, line, gpus, tests, message, ...each }) => [
      kind,
      kernel === '' ? '' : { code: kernel },
      file === null ? '' : placeCell(file, line ?? 1, env),
      gpus.join(', '),
      each.launches === 0 ? 'unknown' : `${each.launches}`,
      tests.join(', '),
      message,
    ]),
  );
  for (const problem of problems) to.addRaw(escapeShort(problem), true);
  addTable(
    to,
    ['kernel', 'launches', 'seconds'],
    kernels.map((each) => [{ code: each.kernel }, `${each.launches}`, each.seconds.toFixed(1)]),
  );
  return to;
}

/** Adds what other code of the kernels computed and costs, the worst first: what a release manager decides by. */
export function addCompared(
  to: Summary,
  compared: EmulationReport['compared'],
  env: Environment,
): Summary {
  for (const other of new Set(compared.map((each) => each.other))) {
    to.addHeading(`The same launches with the code of ${escapeShort(other)}`, 3);
    addTable(
      to,
      ['result', 'kernel', 'line', 'launches', 'note', 'costs'],
      compared
        .filter((each) => each.other === other)
        .map((each) => [
          each.verdict,
          { code: each.kernel },
          each.file === '' ? '' : placeCell(each.file, each.line, env),
          `${each.launches}`,
          each.note,
          each.costs,
        ]),
    );
  }
  return to;
}

/** A line of a file, with a link to it if it is in the repository. */
function placeCell(
  file: string,
  line: number,
  env: Environment,
): Exclude<Cell, string | { code: string }> {
  return {
    text: `${relative(env['GITHUB_WORKSPACE'] ?? '', file)}:${line}`,
    url: linePage(env, file, line),
  };
}
