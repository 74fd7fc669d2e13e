import { type Html, markup } from './html.ts';
import { threeDigits, UNKNOWN } from './cells.ts';
import type { Report, ReportKernel } from './report.ts';

type ReportTuned = ReportKernel['tuned'][number];
type ReportScore = ReportTuned['sizes'][number];

/** At this multiple of the best time, a cell of the heat map has no colour any more. */
const COLD = 2;

/** Returns a heat map for each kernel and GPU: sizes × algos, as tables that need no script. */
export function tuningSection({ kernels }: Report): Html {
  if (kernels.every(({ tuned }) => tuned.length === 0))
    return markup`<p class="empty">
      No algo was chosen by measurements. On a machine with a GPU,
      <code>triton-aot tune --package aot</code> measures all algos of kernels with several, and the
      next build chooses by the result.
    </p>
`;
  return markup`<p>
      The time of each algo ÷ that of the best, for the sizes of a call. The stronger the colour,
      the faster; from ${COLD.toFixed(2)} on, there is none. ✓ marks the algo that the package
      chooses.
    </p>
    <div class="heat-maps">
      ${kernels.flatMap((kernel, number) => kernel.tuned.map((measured) => heatMap(kernel, number, measured)))}
    </div>
`;
}

function heatMap(
  { name, algos }: ReportKernel,
  number: number,
  { device, capability, sizes }: ReportTuned,
): Html {
  const names = [...new Set(sizes.flatMap(({ values }) => Object.keys(values)))];
  const caption = `Times of the algos of ${name} on ${device}, relative to the best`;
  return markup`<div data-kernel="${name}">
    <h3>
      <a href="#kernel-${number}">${name}</a>
      <span class="note">on ${device}, compute capability ${capability}</span>
    </h3>
    <div class="scroll" role="region" aria-label="${caption}" tabindex="0">
      <table class="heat">
        <caption class="unseen">${caption}</caption>
        <thead>
          <tr>
            ${names.map((size) => markup`<th scope="col" class="n">${size}</th>`)}
            <th scope="col" class="n">Best <small>µs</small></th>
            ${algos.map((constants, algo) => markup`<th scope="col" class="n" title="${constants}">Algo ${algo}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${sizes.map((size) => heatRow(names, algos.length, size))}
        </tbody>
      </table>
    </div>
  </div>
`;
}

function heatRow(
  names: readonly string[],
  algos: number,
  { values, times, chosen }: ReportScore,
): Html {
  const best = times.reduce<number>((least, time) => Math.min(least, time ?? Infinity), Infinity);
  return markup`<tr>${names.map((name) => markup`<th scope="row" class="n">${values[name] ?? UNKNOWN}</th>`)}<td class="n">${Number.isFinite(best) ? threeDigits(best) : UNKNOWN}</td>${Array.from({ length: algos }, (_, algo) => heatCell(times[algo], best, algo === chosen))}</tr>
`;
}

function heatCell(time: number | null | undefined, best: number, isChosen: boolean): Html {
  const mark = isChosen
    ? markup`<span class="mark" aria-hidden="true">✓ </span><span class="unseen">chosen: </span>`
    : '';
  if (time === null || time === undefined)
    return markup`<td class="n${isChosen ? ' chosen' : ''}">${mark}${UNKNOWN}</td>`;
  const ratio = time / best;
  // Differences near the best matter most, so the scale is logarithmic.
  const warmth = Math.max(0, 1 - Math.log(ratio) / Math.log(COLD));
  return markup`<td class="n heat-cell${isChosen ? ' chosen' : ''}" style="--v:${Math.round(100 * warmth)}%">${mark}${ratio.toFixed(2)}</td>`;
}
