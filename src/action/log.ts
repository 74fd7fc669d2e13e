import * as core from '@actions/core';
import type { Log } from '../base/context.ts';
import { formatProblem, type Problem } from '../base/errors.ts';
import { endText, type Every, LONGEST_SILENCE, progressTexts } from '../base/progress.ts';
import { visibleText, withoutCommands } from '../base/text.ts';

/** The least time between two progress lines, in milliseconds. */
const PROGRESS_INTERVAL = 2000;

/**
 * The most annotations of each kind that the runner shows for a step; further ones go to the log.
 */
const MAX_ANNOTATIONS = 10;

/**
 * Returns a log for the runner: folded groups, and warnings as annotations of the line they are about. A
 * group that is silent for long gets a line with its time.
 */
export function runnerLog(now: () => number, every?: Every): Log {
  let lastProgress = -Infinity;
  let lastShown = now();
  let warnings = 0;
  const beat = (text: string): void => {
    if (now() - lastShown < LONGEST_SILENCE) return;
    lastShown = now();
    info(text);
  };
  const texts = progressTexts(now, beat, every);
  return {
    async group(title, body, counted) {
      const start = now();
      lastProgress = -Infinity;
      lastShown = start;
      try {
        const result = await texts.during(title, () => core.group(harmless(title), body));
        // After the group, where it can be read while the group is folded.
        info(endText(now() - start, counted?.(result) ?? 'done'));
        return result;
      } catch (error) {
        info(endText(now() - start, 'failed'));
        throw error;
      }
    },
    async wait(title, body) {
      lastShown = now();
      return texts.during(title, body);
    },
    info,
    detail: info,
    progress(done, total, label, share) {
      const text = texts.step(done, total, label, share);
      if (done < total && now() - lastProgress < PROGRESS_INTERVAL) return;
      lastProgress = now();
      lastShown = lastProgress;
      info(text);
    },
    warning(problem) {
      warnings += 1;
      if (warnings > MAX_ANNOTATIONS) info(`warning: ${formatProblem(problem)}`);
      else core.warning(problemText(problem), annotation(problem));
    },
  };
}

/** Shows problems as errors, and then how much failed. */
export function annotateErrors(problems: readonly Problem[], summary?: string): void {
  for (const [index, problem] of problems.entries()) {
    if (index < MAX_ANNOTATIONS) core.error(problemText(problem), annotation(problem));
    else info(`error: ${formatProblem(problem)}`);
  }
  if (summary !== undefined) info(summary);
}

/** Shows a problem as a notice: it is not an error, but worth knowing. */
export function annotateNotice(problem: Problem): void {
  core.notice(problemText(problem), annotation(problem));
}

/** Shows text, which can have names and output of kernels and compilers, as nothing but text. */
function info(text: string): void {
  core.info(harmless(text));
}

function harmless(text: string): string {
  return withoutCommands(visibleText(text));
}

/**
 * Returns the text of an annotation, in which the toolkit escapes what would end it. It begins with the place:
 * the log shows only the text.
 */
function problemText(problem: Problem): string {
  const { hint, ...rest } = problem;
  return visibleText(`${formatProblem(rest)}${hint === undefined ? '' : `\n${hint}`}`);
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
