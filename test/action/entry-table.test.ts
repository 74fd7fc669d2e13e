import { describe, expect, it } from '#jest';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Entry } from '../../src/action/trust.ts';
import { ENTRIES, JOBS } from '../../src/entries/table.ts';
import { ROOT } from '../support/command.ts';
import { ownWorkflows, parseWorkflow, type Job } from '../support/workflows.ts';
import { actionFile } from './action-file.ts';

const TABLE: Readonly<Record<string, Entry>> = ENTRIES;

/** Every action.yml of the repository, also where nobody expects one. */
const ACTIONS = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => /(?:^|\/)action\.ya?ml$/.test(path) && !path.startsWith('test/support/'));

/** The name of the file in dist that an action starts. */
function entryOf(path: string): string {
  const { main, using } = actionFile(path).runs;
  expect(using).toBe('node24');
  return basename(main, '.js');
}

describe('the table of entries', () => {
  it('has a row for every action of the repository', () => {
    expect(ACTIONS.length).toBeGreaterThan(8);
    expect(new Set(ACTIONS.map(entryOf))).toEqual(new Set(Object.keys(TABLE)));
  });

  it('has a row for every file that is bundled as an action, which says its own name to runAction', () => {
    const files = readdirSync(join(ROOT, 'src/entries/actions'));
    const names = files.map((file) => basename(file, '.ts'));
    expect(names.toSorted()).toEqual(Object.keys(TABLE).toSorted());
    for (const name of names) {
      const text = readFileSync(join(ROOT, 'src/entries/actions', `${name}.ts`), 'utf8');
      const code = text.replaceAll(/^(?:import .*|\/\/.*)?\n/gm, '');
      expect(code).toMatch(new RegExp(`^await runAction\\(process, '${name}', \\w+, \\w+\\);\n$`));
    }
  });

  it.each(ACTIONS)('lets users allow exactly what would be refused: %s', (path) => {
    const executes = TABLE[entryOf(path)]?.executes !== undefined;
    expect('allow-untrusted' in actionFile(path).inputs).toBe(executes);
  });

  it('is the one in the documentation', () => {
    const page = readFileSync(join(ROOT, 'docs/background/security.md'), 'utf8');
    const [, table = ''] = page.split('| action | executes |\n');
    const rows = table.split('\n\n', 1).join().split('\n').slice(1);
    const documented = rows.flatMap((row) => {
      const [, names = '', executes = ''] = row.split('|').map((cell) => cell.trim());
      return [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => [name, executes] as const);
    });
    const expected = Object.entries(TABLE).map(
      ([name, { executes = 'nothing' }]) => [name === 'main' ? '.' : name, executes] as const,
    );
    expect(Object.fromEntries(documented)).toEqual(Object.fromEntries(expected));
  });
});

const WORKFLOWS = await ownWorkflows();

/** The condition under which code of people with write access is run, and no other. */
const GATE = 'github.event.pull_request.head.repo.full_name == github.repository';

function jobsOf(file: string): Readonly<Record<string, Job>> {
  return parseWorkflow(WORKFLOWS.find(({ name }) => name === file)?.text ?? '').jobs;
}

describe('the table of jobs', () => {
  // ci.yml and gpu.yml are parts of release.yml: `./` names a workflow of the same repository.
  it('has every workflow that other repositories call', () => {
    const callable = WORKFLOWS.filter(({ text }) => {
      const on = Object(parseWorkflow(text).on);
      return 'workflow_call' in on && Object.keys(on).length === 1;
    });
    expect(callable.map(({ name }) => name).toSorted()).toEqual(Object.keys(JOBS).toSorted());
  });
});

describe.each(Object.keys(JOBS))('the jobs of %s', (file) => {
  const jobs = jobsOf(file);

  it('are in the table', () => {
    expect(Object.keys(jobs).toSorted()).toEqual(Object.keys(JOBS[file] ?? {}).toSorted());
  });

  it.each(Object.entries(JOBS[file] ?? {}))('do what it says: %s', (name, row) => {
    const { steps = [], if: condition = '', ...job } = jobs[name] ?? {};
    const own = steps.flatMap(({ uses = '' }) => /^\$\/(\w+)$/.exec(uses)?.[1] ?? []);
    const executing = own.filter((each) => TABLE[each === 'kernels' ? 'main' : each]?.executes);
    const scripts = steps.filter(({ run }) => run !== undefined);
    const brings = steps.some(({ uses = '' }) => /checkout|download-artifact/.test(uses));
    expect(executing.length > 0).toBe(row.executes !== undefined);
    if (row.decidedBy === undefined) expect([brings, own]).toEqual([false, []]);
    if (row.decidedBy === 'actions') expect(scripts).toEqual([]);
    if (row.decidedBy === 'job') {
      expect(scripts).toEqual([]);
      expect(condition).toMatch(
        row.publishes === true ? /^github\.event_name == 'push'/ : /head\.repo\.full_name == /,
      );
    }
    if (row.decidedBy === 'step') {
      expect(steps[0]?.if).toContain(GATE);
      expect(steps[0]?.run).toContain('exit 8');
    }
    // Only such a job starts on the machines of the user.
    if (String(job['runs-on']).includes('matrix.gpu')) expect(row.decidedBy).toBe('job');
  });
});

it('no job of any workflow gets to machines of its own without a condition', () => {
  const jobs = WORKFLOWS.flatMap(({ text }) => Object.entries(parseWorkflow(text).jobs));
  const elsewhere = jobs.filter(([, job]) =>
    /matrix\.gpu|self-hosted/.test(JSON.stringify(job['runs-on'] ?? '')),
  );
  expect(elsewhere.length).toBeGreaterThan(3);
  expect(elsewhere.filter(([, { if: condition = '' }]) => !condition.includes(GATE))).toEqual([]);
});
