import stringWidth from 'string-width';

const SEGMENTER = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

/** Cuts a text that takes more columns of a terminal. */
export function cutToColumns(text: string, columns: number): string {
  if (stringWidth(text) <= columns) return text;
  let kept = '';
  let width = 1;
  for (const { segment } of SEGMENTER.segment(text)) {
    width += stringWidth(segment);
    if (width > columns) break;
    kept += segment;
  }
  return `${kept}…`;
}
