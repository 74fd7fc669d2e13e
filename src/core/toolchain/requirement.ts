import type { Problem } from '../errors.ts';

// A package name, then nothing or the start of extras, a version, a marker or an address. What follows is
// left to the installer; what precedes must not be readable as one of its options.
const REQUIREMENT = /^([a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)\s*(?:[[(<>=!~;@].*)?$/i;

/** What is wrong with one entry of `requirements:`, if anything. */
export function requirementProblem(text: string): Problem | undefined {
  const name = REQUIREMENT.exec(text.trim())?.[1];
  if (name === undefined) {
    return {
      message: `${JSON.stringify(text)} is no Python requirement`,
      hint: 'Write a package name, with a version where one is needed: numpy or scipy==1.14.1.',
    };
  }
  if (name.toLowerCase() === 'triton') {
    return {
      message: `${JSON.stringify(text)} must not stand among the requirements`,
      hint: "Triton's version has its own entry, triton:.",
    };
  }
  return undefined;
}
