/**
 * Events that only people with write access can cause, and whose runs work on code in the
 * repository. The runs of all other events may work on anyone's code. This is the only list:
 * fetching and publishing both decide by it.
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
