import { describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TRUSTED_EVENTS } from '../../src/github/repository.ts';
import { ROOT } from '../support/command.ts';
import {
  documentedWorkflows,
  documentedYaml,
  ownWorkflows,
  parseWorkflow,
} from '../support/workflows.ts';

const OWN = await ownWorkflows();
const DOCUMENTED = await documentedWorkflows();
const EVERY = [...OWN, ...(await documentedYaml())];

type Described = Readonly<
  Record<string, { readonly description?: string; readonly type?: string }>
>;

/** The names in the first column of the guide's table of inputs or outputs. */
function rowsOf(guide: string, kind: string): readonly string[] {
  const [, table = ''] = guide.split(`| ${kind} of the workflow |`);
  const [rows = ''] = table.split('\n\n');
  const cells = rows.split('\n').map((row) => row.split('|')[1] ?? '');
  return cells
    .slice(2)
    .flatMap((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name));
}

/** An action by its commit, and the version that the comment names. */
const PINNED = /^(\S+)@([0-9a-f]{40}) # (v\d+\.\d+\.\d+)$/;

function usesIn(text: string): string[] {
  return [...text.matchAll(/^ *(?:- )?uses: (.*)$/gm)].map(([, uses = '']) => uses);
}

it('the tests find the workflows of the repository and of the documentation', () => {
  const names = OWN.map(({ name }) => name);
  expect(names).toEqual(
    expect.arrayContaining(['ci.yml', 'gpu.yml', 'kernels.yml', 'nightly.yml', 'release.yml']),
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

describe('the reusable workflow', () => {
  const { text = '' } = OWN.find(({ name }) => name === 'kernels.yml') ?? {};
  const { on, jobs } = parseWorkflow(text);
  const { inputs, outputs } = (on as { workflow_call: Record<'inputs' | 'outputs', Described> })
    .workflow_call;

  it('describes its inputs and outputs, and the guide does too', async () => {
    const undescribed = [...Object.values(inputs), ...Object.values(outputs)].filter(
      ({ description = '' }) => description === '',
    );
    expect(undescribed).toEqual([]);
    expect(Object.values(inputs).filter(({ type }) => type === undefined)).toEqual([]);
    const guide = await readFile(join(ROOT, 'docs/guides/workflow.md'), 'utf8');
    expect(rowsOf(guide, 'input')).toEqual(Object.keys(inputs));
    expect(rowsOf(guide, 'output')).toEqual(Object.keys(outputs));
  });

  it('has the inputs that the documentation gives it', () => {
    const calls = DOCUMENTED.flatMap(({ text: page }) =>
      Object.values(parseWorkflow(page).jobs),
    ).filter(({ uses = '' }) => uses.includes('/kernels.yml@'));
    expect(calls.length).toBeGreaterThan(1);
    for (const { with: given = {}, permissions } of calls) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(permissions).toEqual(jobs['publish']?.permissions);
    }
  });

  it('lets only trusted events reach GPU runners: GitHub decides it for each such job', () => {
    const events = JSON.stringify(TRUSTED_EVENTS);
    const gate = `(contains(fromJSON('${events}'), github.event_name) || github.event_name == 'pull_request' && github.event.pull_request.head.repo.full_name == github.repository)`;
    const onGpus = Object.values(jobs).filter((job) => job['runs-on']?.includes('matrix.gpu'));
    expect(onGpus).toHaveLength(3);
    for (const job of onGpus)
      expect(job.if?.endsWith(`&& inputs.gpus != '[]' && ${gate}`)).toBe(true);
    const { steps: [step] = [] } = jobs['result'] ?? {};
    expect(step?.env?.['WANT_SMOKE']).toBe(`\${{ inputs.gpus != '[]' && ${gate} }}`);
    for (const job of ['tune', 'bench'])
      expect(step?.env?.[`WANT_${job.toUpperCase()}`]).toBe(
        `\${{ inputs.${job} && inputs.gpus != '[]' && ${gate} }}`,
      );
  });

  it('has one last job, which looks at all others', () => {
    const names = Object.keys(jobs).filter((name) => name !== 'result');
    expect(jobs['result']).toMatchObject({ if: 'always()', needs: names });
  });

  it('gives secrets and permissions to write only to the job that publishes', () => {
    const writing = Object.entries(jobs).filter(([, { permissions = {} }]) =>
      Object.values(permissions).includes('write'),
    );
    expect(writing.map(([name]) => name)).toEqual(['publish']);
    expect(text).not.toContain('secrets');
    expect(jobs['publish']?.steps?.some(({ uses = '' }) => uses.includes('checkout'))).toBe(false);
  });
});

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
