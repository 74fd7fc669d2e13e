import { describe, expect, it } from '@jest/globals';
import {
  documentedWorkflows,
  documentedYaml,
  ownWorkflows,
  parseWorkflow,
} from '../support/workflows.ts';

const OWN = await ownWorkflows();
const DOCUMENTED = await documentedWorkflows();
const EVERY = [...OWN, ...(await documentedYaml())];

/** An action by its commit, and the version that the comment names. */
const PINNED = /^(\S+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$/;

function usesIn(text: string): string[] {
  return [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, uses = '']) => uses);
}

it('the tests find the workflows of the repository and of the documentation', () => {
  const names = OWN.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['ci.yml', 'gpu.yml', 'nightly.yml', 'release.yml']),
  );
  expect(DOCUMENTED.length).toBeGreaterThan(5);
});

describe.each(OWN.map(({ name, text }) => ({ name, text, ...parseWorkflow(text) })))(
  'the workflow $name',
  ({ text, on, permissions, concurrency, jobs }) => {
    it('has no permissions at the top', () => {
      expect(permissions).toEqual({});
    });

    it('limits how many of its runs there are at once, or is part of others', () => {
      const isPart = Object.keys(on as object).join() === 'workflow_call';
      expect(concurrency !== undefined || isPart).toBe(true);
    });

    it('has jobs with permissions and, if they have steps, a time limit', () => {
      const without = Object.entries(jobs).filter(
        ([, job]) => job.permissions === undefined || (job.steps && !job['timeout-minutes']),
      );
      expect(without.map(([name]) => name)).toEqual([]);
    });

    it('does not keep the token where it checks out', () => {
      const checkouts = [...text.matchAll(/uses: actions\/checkout.*\n(?: {8}.*\n)*/g)];
      const keeping = checkouts.filter(([step]) => !step.includes('persist-credentials: false'));
      expect(keeping.map(([step]) => step)).toEqual([]);
    });

    it('starts no whole script with sudo, which would replace PATH', () => {
      const runs = Object.values(jobs).flatMap(({ steps = [] }) =>
        steps.map(({ run }) => run ?? ''),
      );
      expect(runs.filter((run) => /\bsudo\b.*(?:\.ci|npm|node|python)/.test(run))).toEqual([]);
    });
  },
);

it('every action is pinned to a commit, but this one', () => {
  const others = EVERY.flatMap(({ text }) => usesIn(text)).filter(
    (uses) => !/^(?:\.\/|\$\/|triton-aot\/triton-aot-action(?:\/[^@]+)?@v0$)/.test(uses),
  );
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter((uses) => !PINNED.test(uses))).toEqual([]);
});

it('every action has the same version everywhere, also in the documentation', () => {
  const versions = new Map<string, Set<string>>();
  for (const uses of EVERY.flatMap(({ text }) => usesIn(text))) {
    const [, action, ...version] = PINNED.exec(uses) ?? [];
    if (action !== undefined)
      versions.set(action, (versions.get(action) ?? new Set()).add(version.join(' ')));
  }
  const several = [...versions].filter(([, found]) => found.size > 1);
  expect(several.map(([action, found]) => [action, ...found])).toEqual([]);
});
