import type { CaseChange, CaseSpec } from '../case.ts';
import type { Situation } from './situation.ts';

/** A kind of change that cases are made with. */
export interface Rule {
  readonly name: string;
  /** A list of steps for each thing that it changes, those that find most first. */
  readonly stepsOf: (situation: Situation) => readonly (readonly Step[])[];
}

/** One change of a case. */
export interface Step {
  /** Returns the changed case, which may be no call of the kernel; undefined if the step changes nothing. */
  readonly apply: (
    spec: CaseSpec,
  ) => { readonly spec: CaseSpec; readonly change: CaseChange } | undefined;
}
