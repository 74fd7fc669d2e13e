import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { BRIDGE_FOLDER } from '../../src/base/assets.ts';
import {
  type CaseProposal,
  caseProposalsSchema,
  type CaseQuestion,
} from '../../src/manifest/cases/generate/proposal.ts';

/** Asks Python what generated cases change, as a build does. */
export function proposed(question: CaseQuestion): CaseProposal {
  const argv = ['-I', '-S', '-B', join(BRIDGE_FOLDER, 'propose_cases.py'), String(2 ** 32)];
  const input = JSON.stringify({ questions: [question] });
  const answer: unknown = JSON.parse(execFileSync('python3', argv, { input, encoding: 'utf8' }));
  const [proposal] = caseProposalsSchema.parse(answer).proposals;
  if (proposal === undefined) throw new Error('Python proposes nothing');
  return proposal;
}
