import type { EmbedForm } from '../model/embed.ts';
import { embedCubin } from './embed.ts';
import { embedPacked, packCubin } from './pack-cubin.ts';
import { codeOf, type TableImage } from './table.ts';

/** The cubins and the PTX of a C source. */
export interface EmbeddedCode {
  /** The definitions. */
  readonly text: string;
  /** How a row of the table refers to its image's code. */
  readonly references: ReadonlyMap<TableImage, string>;
}

/** Writes the code of images as C. Equal code is written once: a hint may change nothing. */
export function writeCode(images: readonly TableImage[], embed: EmbedForm): EmbeddedCode {
  const symbols = nameCode(images);
  return {
    text: embed === 'raw' ? writeRaw(symbols) : writePacked(symbols),
    references: new Map(
      [...symbols].map(([image, symbol]) => [image, embed === 'raw' ? symbol : `&${symbol}`]),
    ),
  };
}

/** Names each image's code. */
function nameCode(images: readonly TableImage[]): ReadonlyMap<TableImage, string> {
  const symbols = new Map<string, string>();
  const counts = { cubin: 0, ptx: 0 };
  return new Map(
    images.map((image) => {
      const { form } = image;
      const content = `${form} ${Buffer.from(codeOf(image)).toString('latin1')}`;
      const symbol = symbols.get(content) ?? `${form}_${counts[form]++}`;
      symbols.set(content, symbol);
      return [image, symbol];
    }),
  );
}

function writeRaw(symbols: ReadonlyMap<TableImage, string>): string {
  const code = new Map([...symbols].map(([image, symbol]) => [symbol, codeOf(image)]));
  return [...code].map(([symbol, bytes]) => embedCubin(symbol, bytes)).join('\n');
}

/**
 * The base of each cubin is the first for the same target, and that of PTX the first PTX, unless
 * opening that takes much longer.
 */
function writePacked(symbols: ReadonlyMap<TableImage, string>): string {
  const bases = new Map<string, { readonly symbol: string; readonly bytes: Uint8Array }>();
  const written = new Map<string, string>();
  for (const [image, symbol] of symbols) {
    if (written.has(symbol)) continue;
    const bytes = packedCodeOf(image);
    const family = image.form === 'ptx' ? 'ptx' : image.target.name;
    const first = bases.get(family);
    if (first === undefined) bases.set(family, { symbol, bytes });
    const base =
      first !== undefined && first.bytes.length <= MOST_OF_BASE * bytes.length ? first : undefined;
    written.set(
      symbol,
      embedPacked(symbol, packCubin(bytes, base?.bytes), bytes.length, base?.symbol),
    );
  }
  return [...written.values()].join('\n');
}

/** A base is at most so many times as large as the cubin: it is opened too. */
const MOST_OF_BASE = 2;

/** The driver takes PTX with a NUL at its end, which C adds to the raw form by itself. */
function packedCodeOf(image: TableImage): Uint8Array {
  const code = codeOf(image);
  return image.form === 'ptx' ? Buffer.concat([code, Buffer.alloc(1)]) : code;
}
