import { expect, it } from '#jest';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../support/command.ts';

/** The folders whose Markdown files are checked, besides the root. */
const FOLDERS = ['docs', 'examples', 'bench', 'test/gpu'];

const PAGES = [
  ...readdirSync(ROOT),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      join(folder, name),
    ),
  ),
].filter((name) => name.endsWith('.md'));

/** Returns the targets of the relative links of a Markdown file, without anchors. */
function relativeLinks(text: string): string[] {
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, '').replaceAll(/`[^`\n]*`/g, '');
  const links = prose.matchAll(/\]\(<?([^)\s>]+)|^\[[^\]]+\]: *(\S+)|(?:href|src)="([^"]+)"/gm);
  return [...links]
    .map(([, inline, reference, html]) => inline ?? reference ?? html ?? '')
    .filter((target) => !/^(?:[a-z][a-z+.-]*:|#|\/)/i.test(target))
    .map((target) => decodeURI(target.replace(/[?#].*$/, '')));
}

/** Where README says how to get the command that the pages use. */
const COMMAND = 'README.md#get-the-command-triton-aot';

it('the first page of the documentation says how to get it', () => {
  expect(readFileSync(join(ROOT, 'docs/README.md'), 'utf8')).toContain(COMMAND);
});

it('no page evaluates the output of a command whose failure a shell would then ignore', () => {
  const wrong = PAGES.filter((page) =>
    /^ *eval "\$\(triton-aot/m.test(readFileSync(join(ROOT, page), 'utf8')),
  );
  expect(wrong).toEqual([]);
});

it('README has that heading', () => {
  expect(readFileSync(join(ROOT, 'README.md'), 'utf8')).toContain(
    '\n### Get the command `triton-aot`\n',
  );
});

it.each(PAGES)('the relative links of %s name existing files', (page) => {
  const links = relativeLinks(readFileSync(join(ROOT, page), 'utf8'));
  const missing = links.filter((link) => !existsSync(join(ROOT, dirname(page), link)));
  expect(missing).toEqual([]);
});
