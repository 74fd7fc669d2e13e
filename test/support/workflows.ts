import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from './command.ts';

/** A workflow, or a part of one in the documentation. */
export interface WorkflowText {
  /** For workflows, the name of the file; for the documentation, the page and the line. */
  readonly name: string;
  readonly text: string;
}

/** The workflows in .github/workflows. */
export async function ownWorkflows(): Promise<WorkflowText[]> {
  const folder = join(ROOT, '.github/workflows');
  const names = await readdir(folder);
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(folder, name), 'utf8') })),
  );
}

/** The workflows of the repositories in the examples. */
async function exampleWorkflows(): Promise<WorkflowText[]> {
  const folders = ['repository', 'own-tests'].map((name) => `examples/${name}/.github/workflows`);
  const found = folders.map(async (folder) => {
    const names = await readdir(join(ROOT, folder));
    return names.map(async (name) => ({
      name: `${folder.replaceAll('/', '-')}-${name.replace('.yml', '')}`,
      text: await readFile(join(ROOT, folder, name), 'utf8'),
    }));
  });
  return Promise.all((await Promise.all(found)).flat());
}

/** The blocks of YAML in README and the documentation, and the workflows of the examples. */
export async function documentedYaml(): Promise<WorkflowText[]> {
  const pages = await readdir(join(ROOT, 'docs'), { recursive: true });
  const files = [
    'README.md',
    ...pages.filter((page) => page.endsWith('.md')).map((page) => `docs/${page}`),
  ];
  const blocks = files.map(async (file) => {
    const page = await readFile(join(ROOT, file), 'utf8');
    return [...page.matchAll(/^```yaml\n(.*?)^```/gms)].map(({ index, 1: text = '' }) => ({
      name: `${file.replaceAll('/', '-')}-${page.slice(0, index).split('\n').length}`,
      text,
    }));
  });
  return [...(await Promise.all(blocks)).flat(), ...(await exampleWorkflows())];
}

/** The blocks of README and the documentation that are whole workflows, and those of the examples. */
export async function documentedWorkflows(): Promise<WorkflowText[]> {
  const blocks = await documentedYaml();
  return blocks.filter(({ text }) => /^on:/m.test(text) && /^jobs:/m.test(text));
}

/** A job, with what tests look at. */
export interface Job {
  readonly uses?: string;
  readonly with?: Readonly<Record<string, unknown>>;
  readonly if?: string;
  readonly needs?: readonly string[] | string;
  readonly 'runs-on'?: string;
  readonly 'timeout-minutes'?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: readonly {
    readonly if?: string;
    readonly run?: string;
    readonly name?: string;
    readonly uses?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly with?: Readonly<Record<string, unknown>>;
  }[];
}

/** A parsed workflow. */
export interface Workflow {
  readonly on: unknown;
  readonly permissions?: unknown;
  readonly concurrency?: Readonly<Record<string, unknown>>;
  readonly jobs: Readonly<Record<string, Job>>;
}

/** Parses a workflow. */
export function parseWorkflow(text: string): Workflow {
  return parse(text) as Workflow;
}
