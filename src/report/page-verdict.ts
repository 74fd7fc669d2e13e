import { plural } from '../base/text.ts';
import { type Html, markup } from './html.ts';
import { numberedLines } from '../base/source-lines.ts';
import type { Cause, ReportSource, Verdict } from './verdict.ts';

/** The most causes in the verdict; the tables have all failures. */
const MOST_CAUSES = 10;

/** The most tests that are listed below the first of a cause. */
const MOST_ALSO = 50;

/** A mark for each state: colour is not enough. */
const MARKS: Readonly<Record<Verdict['state'], string>> = {
  failed: '✗',
  doubtful: '!',
  passed: '✓',
  untested: '–',
};

/** Returns the verdict, with a box for each cause of failures. */
export function verdictBox({ state, title, notes, causes }: Verdict): Html {
  const left = causes.length - MOST_CAUSES;
  return markup`<section class="verdict ${state}" id="verdict" aria-labelledby="verdict-title">
    <h2 id="verdict-title"><span class="sign" aria-hidden="true">${MARKS[state]}</span> ${title}</h2>
    ${notes.map((note) => markup`<p><a href="#changes">${note}</a>.</p>`)}
    ${causes.slice(0, MOST_CAUSES).map(causeBox)}
    ${left > 0 ? markup`<p>… and ${plural(left, 'more cause')}: see the tables below.</p>` : ''}
  </section>
`;
}

function causeBox({ title, also, messages, source, command }: Cause): Html {
  return markup`<div class="failure">
    ${title === '' ? '' : markup`<p><strong>${title}</strong></p>`}
    <pre tabindex="0">${messages.join('\n')}</pre>
    ${source === undefined ? '' : sourceBox(source)}
    ${command === undefined ? '' : markup`<p class="repeat">Run only this test: <code>${command}</code></p>`}
    ${also.length === 0 ? '' : alsoList(also)}
  </div>
`;
}

/** The lines, of which one is marked, below its place, which is a link if it has a page. */
function sourceBox(source: ReportSource): Html {
  const place = markup`<code>${source.file}:${source.line}</code>`;
  const lines = numberedLines(source).map(({ text, isNamed }) =>
    isNamed ? markup`<mark>${text}</mark>\n` : `${text}\n`,
  );
  return markup`<p class="place">${source.url === undefined ? place : markup`<a href="${source.url}">${place}</a>`}</p>
    <pre class="source" tabindex="0">${lines}</pre>`;
}

function alsoList(also: readonly string[]): Html {
  const left = also.length - MOST_ALSO;
  return markup`<details>
      <summary>Also in ${plural(also.length, 'more test')}</summary>
      <ul>
        ${also.slice(0, MOST_ALSO).map((title) => markup`<li>${title}</li>`)}
        ${left > 0 ? markup`<li>… and ${left} more</li>` : ''}
      </ul>
    </details>`;
}
