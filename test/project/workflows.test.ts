import { describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import picomatch from 'picomatch';
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
  const [, table = ''] = guide.split(`| ${kind} |`);
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
    expect.arrayContaining(['ci.yml', 'gpu.yml', 'kernels.yml', 'publish.yml', 'release.yml']),
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

/** Parses a reusable workflow, with its inputs and outputs. */
function reusable(file: string) {
  const { text = '' } = OWN.find(({ name }) => name === file) ?? {};
  const { on, jobs } = parseWorkflow(text);
  const call = (on as { workflow_call: Record<'inputs' | 'outputs', Described> }).workflow_call;
  return { text, jobs, ...call };
}

describe.each(['kernels', 'publish'])('the reusable workflow %s.yml', (name) => {
  const { inputs, outputs, jobs } = reusable(`${name}.yml`);

  it('describes its inputs and outputs, and the guide does too', async () => {
    const undescribed = [...Object.values(inputs), ...Object.values(outputs)].filter(
      ({ description = '' }) => description === '',
    );
    expect(undescribed).toEqual([]);
    expect(Object.values(inputs).filter(({ type }) => type === undefined)).toEqual([]);
    const guide = await readFile(join(ROOT, 'docs/guides/workflow.md'), 'utf8');
    expect(rowsOf(guide, `input of \`${name}.yml\``)).toEqual(Object.keys(inputs));
    expect(rowsOf(guide, `output of \`${name}.yml\``)).toEqual(Object.keys(outputs));
  });

  it('has the inputs that the documentation gives it, with no more permissions than its jobs need', () => {
    const calls = DOCUMENTED.flatMap(({ text: page }) =>
      Object.values(parseWorkflow(page).jobs),
    ).filter(({ uses = '' }) => uses.includes(`/${name}.yml@`));
    expect(calls.length).toBeGreaterThan(1);
    const needed = Object.assign({}, ...Object.values(jobs).map((job) => job.permissions));
    for (const { with: given = {}, permissions } of calls) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
      expect(permissions).toEqual(needed);
    }
  });
});

describe('kernels.yml', () => {
  const { text, jobs } = reusable('kernels.yml');

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

  it('runs the package that the job `package` has uploaded, and no other of that name', () => {
    const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
    const running = steps.filter(({ uses = '' }) => /^\$\/(smoke|tune|bench)$/.test(uses));
    expect(running).toHaveLength(3);
    for (const step of running)
      expect(step.with?.['artifact-digest']).toBe('${{ needs.package.outputs.artifact-digest }}');
  });

  it('has one last job, which looks at all others', () => {
    const names = Object.keys(jobs).filter((name) => name !== 'result');
    expect(jobs['result']).toMatchObject({ if: 'always()', needs: names });
  });

  it('runs every job without a GPU where the caller says', () => {
    const onOthers = Object.values(jobs).filter((job) => !job['runs-on']?.includes('matrix.gpu'));
    expect(new Set(onOthers.map((job) => job['runs-on']))).toEqual(
      new Set(['${{ inputs.runner }}']),
    );
  });

  it('has no permission to write, and no secrets', () => {
    const granted = Object.values(jobs).flatMap(({ permissions = {} }) =>
      Object.values(permissions),
    );
    expect(granted).not.toContain('write');
    expect(text).not.toContain('secrets');
  });

  it.each(['part', 'evidence'])('downloads the artifacts %s-… of no other call', (what) => {
    const texts = [text, reusable('publish.yml').text].join('\n');
    const [, pattern = ''] = new RegExp(`pattern: (${what}-.*)`).exec(texts) ?? [];
    const isWanted = picomatch(pattern.replace('${{ inputs.artifact }}', 'aot'));
    const names = [`${what}-0-aot`, `${what}-12-aot`, `${what}-1-x-aot`, `${what}-1-aot-x`];
    expect(names.map((name) => isWanted(name))).toEqual([true, true, false, false]);
  });
});

it('publish.yml runs no code of the repository', () => {
  const { text, jobs } = reusable('publish.yml');
  expect(text).not.toContain('secrets');
  expect(jobs['publish']?.steps?.some(({ uses = '' }) => uses.includes('checkout'))).toBe(false);
});

describe.each([...OWN, ...DOCUMENTED].map(({ name, text }) => ({ name, ...parseWorkflow(text) })))(
  'artifacts in $name',
  ({ jobs }) => {
    it('are taken by their ids or digests, since any job of a run can replace those of others', () => {
      const steps = Object.values(jobs).flatMap((job) => job.steps ?? []);
      const downloads = steps.filter(({ uses = '' }) => uses.includes('/download-artifact@'));
      // Patterns are for what several jobs have uploaded, which is compared otherwise.
      const byName = downloads.filter(
        ({ with: given = {} }) =>
          given['artifact-ids'] === undefined && given['pattern'] === undefined,
      );
      expect(byName).toEqual([]);
    });
  },
);

it('release.yml publishes the files that the job `prepare` has packed', () => {
  const { jobs } = parseWorkflow(OWN.find(({ name }) => name === 'release.yml')?.text ?? '');
  const takes = Object.entries(jobs).filter(([, { steps = [] }]) =>
    steps.some(({ uses = '' }) => uses.includes('/download-artifact@')),
  );
  expect(takes.map(([name]) => name)).toEqual(['draft', 'npm', 'pypi']);
  for (const [, { steps = [] }] of takes) {
    expect(steps[0]?.with).toEqual({ 'artifact-ids': '${{ needs.prepare.outputs.artifact-id }}' });
    expect(steps[1]?.env).toEqual({ CHECKSUMS: '${{ needs.prepare.outputs.checksums }}' });
  }
});

it('gpu.yml runs the packages that its jobs have built, and no others of these names', () => {
  const { jobs } = parseWorkflow(OWN.find(({ name }) => name === 'gpu.yml')?.text ?? '');
  const { build, gpu } = jobs;
  const matrixOf = (job: unknown): readonly { readonly name: string }[] =>
    (job as { strategy: { matrix: { package: { name: string }[] } } }).strategy.matrix.package;
  const names = matrixOf(build).map(({ name }) => name);
  expect(matrixOf(gpu)).toEqual(matrixOf(build));
  expect((build as { outputs?: unknown }).outputs).toEqual(
    Object.fromEntries(names.map((name) => [name, `\${{ steps.digest.outputs.${name} }}`])),
  );
  const [, built, smoke] = gpu?.steps ?? [];
  expect(built?.env?.['DIGESTS']).toBe('${{ toJSON(needs.build.outputs) }}');
  expect(smoke?.with?.['artifact-digest']).toBe("${{ steps.built.outputs.digest || 'unknown' }}");
});

it('the nightly report looks at every other job', () => {
  const { jobs } = parseWorkflow(OWN.find(({ name }) => name === 'nightly.yml')?.text ?? '');
  const others = Object.keys(jobs).filter((name) => name !== 'report');
  expect(jobs['report']?.needs).toEqual(others);
});

it('every last job of a workflow looks at all others', () => {
  const gates = OWN.flatMap(({ name, text }) =>
    Object.entries(parseWorkflow(text).jobs).flatMap(([job, { if: condition, needs }], _at, all) =>
      condition === 'always()'
        ? [{ job: `${name}:${job}`, needs, all: all.map(([each]) => each) }]
        : [],
    ),
  );
  expect(gates.map(({ job }) => job).toSorted()).toEqual([
    'ci.yml:gate',
    'gpu.yml:gate',
    'kernels.yml:result',
  ]);
  for (const { job, needs, all } of gates)
    expect(needs).toEqual(all.filter((name) => !job.endsWith(`:${name}`)));
});

it('only pull requests cancel runs, and a release waits for the GPU test of its commit', () => {
  const parsed = new Map(OWN.map(({ name, text }) => [name, parseWorkflow(text)]));
  const cancelling = [...parsed.values()].flatMap(
    ({ concurrency }) => concurrency?.['cancel-in-progress'] ?? [],
  );
  expect(new Set(cancelling)).toEqual(new Set(["${{ github.event_name == 'pull_request' }}"]));
  const release = parsed.get('release.yml');
  expect(release?.jobs['draft']?.needs).toEqual(['ci', 'gpu', 'prepare']);
  expect(release?.concurrency).toEqual({ group: 'release', queue: 'max' });
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
