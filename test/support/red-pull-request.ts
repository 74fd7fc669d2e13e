import type { WorkflowRun } from './act.ts';

export function drawRedPullRequest(_run: {
  run: WorkflowRun;
  file: string;
  before: string;
  after: string;
}): string {
  return '';
}
