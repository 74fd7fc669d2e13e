/**
 * Events that only people with write access cause, whose runs work on code that lies in the repository. Others may be
 * about anybody's.
 * Source: GitHub's documentation, "Events that trigger workflows".
 */
export const TRUSTED_EVENTS = [
  'push',
  'schedule',
  'workflow_dispatch',
  'repository_dispatch',
  'merge_group',
  'release',
];
