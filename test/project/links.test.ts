import { expect, it } from '#jest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { ROOT } from '../support/command.ts';

/** The folders whose Markdown files are checked, besides the root. */
const FOLDERS = ['docs', 'examples', 'bench', 'python', 'test/gpu'];

const PAGES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => !/(?:^|\/)(?:\.|node_modules\/)/.test(name))
      .map((name) => join(folder, name)),
  ),
].filter((name) => name.endsWith('.md'));

const read = (page: string): string => readFileSync(join(ROOT, page), 'utf8');

const withoutCode = (text: string): string => text.replaceAll(/^ *(```+).*?^ *\1$/gms, '');

/** Returns the targets of the links of a Markdown file that are neither addresses nor paths of github.com. */
function ownLinks(text: string): string[] {
  const prose = withoutCode(text).replaceAll(/`[^`\n]*`/g, '');
  const links = prose.matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]: *(\S+)|(?:href|src)="([^"]+)"/gm);
  return [...links]
    .map(([, inline, reference, html]) => inline ?? reference ?? html ?? '')
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|\/)/i.test(target));
}

/** Returns the anchors of a page as GitHub makes them: of its headings, and those written in HTML. */
function anchorsOf(page: string): ReadonlySet<string> {
  const text = withoutCode(read(page));
  const anchors = new Set(
    [...text.matchAll(/<\w+ (?:id|name)="([^"]+)"/g)].map(([, id = '']) => id),
  );
  for (const [, heading = ''] of text.matchAll(/^#{1,6} +(.*?)(?: +#+)? *$/gm)) {
    const shown = heading.replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1');
    const name = shown
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{M}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-');
    let anchor = name;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${name}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Returns what is wrong with the target of a link: nothing, if it names a file and an anchor that exist. */
function problemOf(page: string, target: string): string | undefined {
  const [path = '', anchor] = decodeURI(target)
    .replace(/\?[^#]*/, '')
    .split('#');
  const file = path === '' ? page : relative(ROOT, resolve(ROOT, page, '..', path));
  if (!existsSync(join(ROOT, file))) return `${target}: there is no ${file}`;
  // Anchors of sources are numbers of lines.
  if (anchor === undefined || !file.endsWith('.md')) return undefined;
  return anchorsOf(file).has(anchor) ? undefined : `${target}: ${file} has no such heading`;
}

/** Where README says how to get the command that the pages use. */
const COMMAND = 'README.md#get-the-command-triton-aot';

it('the first page of the documentation says how to get it', () => {
  expect(read('docs/README.md')).toContain(COMMAND);
});

it('no page evaluates the output of a command whose failure a shell would then ignore', () => {
  expect(PAGES.filter((page) => /^ *eval "\$\(triton-aot/m.test(read(page)))).toEqual([]);
});

it.each(PAGES)('the links of %s name files and headings that exist', (page) => {
  expect(ownLinks(read(page)).flatMap((target) => problemOf(page, target) ?? [])).toEqual([]);
});
