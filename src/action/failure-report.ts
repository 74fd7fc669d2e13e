import * as core from '@actions/core';
import {
  Failure,
  type FailureKind,
  formatPlace,
  formatProblem,
  messageOf,
  type Problem,
} from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { numberedLines } from '../base/source-lines.ts';
import { visibleText } from '../base/text.ts';
import {
  addBlock,
  addOmitted,
  escapeHtml,
  shorten,
  type Summary,
  writeSummary,
} from './summary.ts';

/** The headings of failures in the job summary: what the exit codes mean. */
const HEADINGS: Readonly<Record<FailureKind, string>> = {
  usage: 'Invalid inputs or manifest',
  environment: 'Problem of the environment',
  compile: 'A kernel did not compile',
  abi: "A kernel's parameters do not match its cubin",
  smoke: 'A smoke test or a measurement failed',
  'no-gpu': 'No usable GPU',
  unsafe: 'Refused as unsafe',
  verification: 'Verification failed',
  threshold: 'A budget was exceeded, or something got worse by more than `fail-on` allows',
  interrupted: 'Interrupted',
};

/** The most problems in a summary: escaped, they fit into the bytes that are left for them. */
const MAX_PROBLEMS = 20;

/** The errors that the job summary has. */
const summarised = new WeakSet<object>();

/**
 * Writes an error that ends an action to the job summary, once. What knows of it before it is thrown writes it first,
 * so that people read the cause before tables.
 */
export async function summariseFailure(error: unknown, env: Environment): Promise<void> {
  if (error instanceof Error) {
    if (summarised.has(error)) return;
    summarised.add(error);
  }
  // A part that was not written belongs to what failed.
  await writeSummary(addFailure(core.summary.emptyBuffer(), error, env), env, true);
}

/**
 * Adds the error that ended an action to the job summary: every problem with its place and what to
 * do. A problem whose line is known has the lines around it, below a link to it. Everything else is preformatted text: messages can contain the output of compilers, and names that
 * others chose, which must not become Markdown or HTML.
 * @param env of this process: the values of its secret variables are not shown.
 */
export function addFailure(to: Summary, error: unknown, env: Environment): Summary {
  const isKnown = error instanceof Failure;
  const problems: readonly Problem[] = isKnown ? error.problems : [{ message: messageOf(error) }];
  to.addHeading(`❌ ${isKnown ? HEADINGS[error.kind] : 'Internal error'}`, 3);
  const shown = problems.slice(0, MAX_PROBLEMS);
  const textOf = (problem: Problem): string => {
    const text = withoutSecrets(visibleText(formatProblem(problem)), env);
    return escapeHtml(shorten(text));
  };
  if (shown.every(({ source }) => source === undefined))
    addBlock(to, shown.map(textOf).join('\n\n'));
  else for (const problem of shown) addWithSource(to, problem, textOf);
  addOmitted(to, problems.length - MAX_PROBLEMS, 'problem');
  if (isKnown && error.summary !== undefined) to.addRaw(`${escapeHtml(error.summary)}.`, true);
  return to.addRaw(isKnown ? 'The log of the step has the details.' : REPORT, true);
}

function addWithSource(
  to: Summary,
  { source, hint, message, place }: Problem,
  textOf: (problem: Problem) => string,
): void {
  const isLinked = source?.url !== undefined && place !== undefined;
  if (isLinked)
    to.addRaw(
      `<p><a href="${escapeHtml(source.url)}">${textOf({ message: formatPlace(place) })}</a></p>`,
      true,
    );
  const lines = source && numberedLines(source).map(({ text }) => text);
  const said: Problem = isLinked ? { message } : { message, place };
  const more = [lines?.join('\n'), hint].flatMap((text) => (text ? [{ message: text }] : []));
  addBlock(to, [said, ...more].map(textOf).join('\n\n'));
}

const REPORT =
  'This is a bug in triton-aot. Please report it with the log of the step and the manifest.';

/** Names of variables whose values are secret. */
const SECRET = /TOKEN|SECRET|PASSWORD|CREDENTIAL|API_?KEY/i;

/** Shorter values are hardly secrets, and occur in other words. */
const SHORTEST_SECRET = 6;

/** The runner masks the secrets that it knows in summaries too, but not all of them on all runners. */
function withoutSecrets(text: string, env: Environment): string {
  let masked = text;
  for (const [name, value = ''] of Object.entries(env))
    if (SECRET.test(name) && value.length >= SHORTEST_SECRET)
      masked = masked.replaceAll(value, '***');
  return masked;
}
