import type { Hint } from '../model/kernel.ts';
import { specialisationOf } from '../model/kernel.ts';
import type { Preparation } from '../plan/prepare.ts';
import type { Variant } from '../plan/variants.ts';
import { type Hints, strideFamily } from './assumed-hints.ts';
import { type CodeSummary, isWorse, shortfallsOf, summariseCode } from './code-summary.ts';
import type { Comparison, Subject } from './compare.ts';
import { type CompileTrials, trialOf } from './trials.ts';

/** A hint that a specialisation lacks. */
export interface MissingHint {
  readonly argument: string;
  readonly hint: Exclude<Hint, 'none'>;
}

/** Hints, and the code with them and those that a specialisation has. */
export interface Remedy {
  readonly hints: readonly MissingHint[];
  readonly code: CodeSummary;
}

/** A specialisation whose code is much worse than with other hints. */
export interface SlowSubject {
  readonly subject: Subject;
  readonly best: NonNullable<Comparison['best']>;
}

/** Arguments that lack a hint, by index, of which we ask whether it matters. */
interface Question {
  readonly slow: SlowSubject;
  readonly group: readonly number[];
  /** Whether to ask about each of them, if the group matters. */
  readonly splits: boolean;
}

/** How many functions are searched. The extra compiles of others would take too long. */
const MOST_SEARCHED = 8;
/** How many arguments are tried one by one. */
const MOST_SINGLES = 12;

/**
 * Finds the hints that make the difference: those without which the best code is worse. Pointers
 * are one question, as are the strides of a tensor. Kernels of the same function share the answers.
 * One more compile makes sure that the hints are enough; if not, all that are missing are returned.
 */
export async function findHints(
  slow: readonly SlowSubject[],
  plan: Preparation['plan'],
  compile: CompileTrials,
): Promise<ReadonlyMap<SlowSubject, Remedy>> {
  const leaders = new Map<string, SlowSubject>();
  for (const each of slow) {
    const name = functionOf(each);
    if (!leaders.has(name) && leaders.size < MOST_SEARCHED) leaders.set(name, each);
  }
  const groups = await whatMatters([...leaders.values()].flatMap(questionsOn), plan, compile);
  const singles = await whatMatters(groups.flatMap(split), plan, compile);
  const answers = new Map(
    [...leaders].map(([name, leader]) => {
      const own = groups.filter((question) => question.slow === leader);
      const parts = singles.filter((question) => question.slow === leader);
      const kept = parts.length === 0 ? own : [...own.filter(({ splits }) => !splits), ...parts];
      return [name, new Set(kept.flatMap(({ group }) => group))];
    }),
  );
  const planned = slow.map((each) => {
    const matter = answers.get(functionOf(each)) ?? new Set();
    const found = missingIn(each).filter((index) => matter.has(index));
    const missing = new Set(found);
    return { each, found, trial: trialWith(each, (index) => missing.has(index), plan) };
  });
  const compiled = await compile(planned.flatMap(({ trial }) => trial ?? []));
  return new Map(
    planned.map(({ each, found, trial }) => {
      const kernel = trial && compiled.get(trial.hash);
      const code = kernel && summariseCode(kernel);
      return code === undefined || shortfallsOf(code, each.best.code).length > 0
        ? [each, { hints: namesOf(each, missingIn(each)), code: each.best.code }]
        : [each, { hints: namesOf(each, found), code }];
    }),
  );
}

function functionOf({ subject: { kernel } }: SlowSubject): string {
  return `${kernel.source.file}:${kernel.source.function}`;
}

/** The arguments whose hint in the best code is not that of the specialisation. */
function missingIn({ subject, best }: SlowSubject): readonly number[] {
  const given = givenHints(subject);
  return best.hints.flatMap((hint, index) => (hint === given[index] ? [] : [index]));
}

function givenHints({ kernel, specialisation }: Subject): Hints {
  return specialisationOf(kernel, specialisation).hints;
}

function questionsOn(slow: SlowSubject): readonly Question[] {
  const families = new Map<string, number[]>();
  const rest: number[] = [];
  for (const index of missingIn(slow)) {
    const { name = '', type } = slow.subject.kernel.arguments[index] ?? {};
    const family = type?.kind === 'pointer' ? '*' : strideFamily(name);
    if (family === undefined) rest.push(index);
    else families.set(family, [...(families.get(family) ?? []), index]);
  }
  return [
    ...[...families.values()].map((group) => ({ slow, group, splits: false })),
    ...(rest.length === 0 ? [] : [{ slow, group: rest, splits: true }]),
  ];
}

function split({ slow, group, splits }: Question): readonly Question[] {
  if (!splits || group.length < 2 || group.length > MOST_SINGLES) return [];
  return group.map((index) => ({ slow, group: [index], splits: false }));
}

/** Returns the questions whose answer is yes, or not known because a trial does not compile. */
async function whatMatters(
  questions: readonly Question[],
  plan: Preparation['plan'],
  compile: CompileTrials,
): Promise<readonly Question[]> {
  const planned = questions.map((question) => ({
    question,
    trial: trialWith(question.slow, (index) => !question.group.includes(index), plan),
  }));
  const compiled = await compile(planned.flatMap(({ trial }) => trial ?? []));
  return planned.flatMap(({ question, trial }) => {
    const kernel = trial && compiled.get(trial.hash);
    const matters = kernel === undefined || isWorse(summariseCode(kernel), question.slow.best.code);
    return matters ? [question] : [];
  });
}

/** The specialisation with the best code's hints for the arguments that `isHinted` selects. */
function trialWith(
  { subject, best }: SlowSubject,
  isHinted: (index: number) => boolean,
  plan: Preparation['plan'],
): Variant | undefined {
  const { kernel, specialisation } = subject;
  const given = givenHints(subject);
  const hints = best.hints.map((hint, index) =>
    isHinted(index) ? hint : (given[index] ?? 'none'),
  );
  return trialOf(kernel, hints, specialisationOf(kernel, specialisation), plan);
}

function namesOf(
  { subject: { kernel }, best }: SlowSubject,
  indices: readonly number[],
): readonly MissingHint[] {
  return indices.flatMap((index) => {
    const hint = best.hints[index];
    const argument = kernel.arguments[index]?.name;
    return argument === undefined || hint === undefined || hint === 'none'
      ? []
      : [{ argument, hint }];
  });
}
