import * as core from '@actions/core';
import type { Log } from '../core/base/context.ts';
import { formatProblem, type Problem } from '../core/base/errors.ts';

/** Between two progress lines, in milliseconds: a log of thousands of lines helps nobody. */
const PROGRESS_INTERVAL = 2000;

/** The most annotations of a kind the runner shows for a step; the rest is in the log. */
const MAX_ANNOTATIONS = 10;

/** A log for the runner: folded groups, and warnings that appear at the line they are about. */
export function runnerLog(now: () => number): Log {
  let lastProgress = -Infinity;
  let warnings = 0;
  return {
    group: (title, body) => core.group(title, body),
    info: (message) => core.info(message),
    progress(done, total, label) {
      if (done < total && now() - lastProgress < PROGRESS_INTERVAL) return;
      lastProgress = now();
      core.info(`[${done}/${total}] ${label}`);
    },
    warning(problem) {
      warnings += 1;
      if (warnings > MAX_ANNOTATIONS) core.info(`warning: ${formatProblem(problem)}`);
      else core.warning(textOf(problem), annotation(problem));
    },
  };
}

/** Shows what ended the run: an annotation for each problem as far as the runner shows them. */
export function annotateErrors(problems: readonly Problem[]): void {
  for (const [index, problem] of problems.entries()) {
    if (index < MAX_ANNOTATIONS) core.error(textOf(problem), annotation(problem));
    else core.info(`error: ${formatProblem(problem)}`);
  }
}

/** Shows something that is neither wrong nor in order. */
export function annotateNotice(problem: Problem): void {
  core.notice(textOf(problem), annotation(problem));
}

function textOf({ message, hint, place }: Problem): string {
  const path = place?.path === undefined ? '' : ` (at ${place.path})`;
  return `${message}${path}${hint === undefined ? '' : `\n${hint}`}`;
}

function annotation({ place }: Problem): core.AnnotationProperties {
  if (place === undefined) return {};
  const { file, line, column } = place;
  return {
    file,
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
}
