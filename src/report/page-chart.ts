import { type Html, markup } from './html.ts';

/** What the script of the page can draw. */
export type ChartName = 'size' | 'seconds' | 'errors' | 'times' | 'roofline';

/** Returns the place of a chart, which the script draws from a table. Without a script, it is hidden. */
export function chartOf(name: ChartName, table: string, caption: string): Html {
  return markup`<figure data-chart="${name}" data-of="${table}" hidden>
    <figcaption>${caption}<span class="note"></span></figcaption>
    <div class="plot"></div>
  </figure>
`;
}

/** A GPU, as the sections about measurements name it. */
export function deviceHeading({
  name,
  capability,
  driver,
}: {
  readonly name: string;
  readonly capability: string;
  readonly driver?: string;
}): Html {
  const more = [
    `compute capability ${capability}`,
    ...(driver === undefined ? [] : [`CUDA ${driver}`]),
  ];
  return markup`<h3>${name} <span class="note">${more.join(', ')}</span></h3>
`;
}
