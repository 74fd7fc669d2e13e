import { stringify } from 'yaml';
import { indent } from '../base/text.ts';
import type { Constant } from '../manifest/terms/constant.ts';

/** A value under a name: its YAML text, with a note in the same line and a comment above it. */
export interface Setting {
  readonly name: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly comment?: string | undefined;
}

/** The setting of tests of kernels with atomic operations. */
export const ATOMICS_DIFFER: Setting = {
  name: 'deterministic',
  text: 'false',
  comment: 'The order of atomic operations differs from call to call.',
};

/** Returns the setting of tests of kernels that round these outputs to integers or fp8; none without outputs. */
export function stepsFor(rounded: readonly string[]): Setting[] {
  if (rounded.length === 0) return [];
  const limits = rounded.map((name) => `${scalar(name)}: { steps: 1 }`);
  return [
    {
      name: 'tolerance',
      text: `{ ${limits.join(', ')} }`,
      comment: 'A value just between two numbers is rounded to either.',
    },
  ];
}

/** A kernel as its entry in a manifest describes it. */
export interface EntryDescription {
  /** The name of the C function, with placeholders for `choices`. */
  readonly name: string;
  /** A comment above the entry. */
  readonly comment?: string;
  /** True if the entry is a guess from the kernel's text: then notes explain it to a newcomer. */
  readonly isGuess: boolean;
  /** `FILE.py:FUNCTION`, relative to the manifest. */
  readonly source: string;
  /** The values of each placeholder: `for`. */
  readonly choices?: ReadonlyMap<string, readonly string[]>;
  /** Values that are known only when the program runs. One without a text has no constant. */
  readonly globals?: readonly Setting[];
  /** The place of the launch that arguments and constants without a note come from. */
  readonly launch?: string;
  /** The types of the arguments. */
  readonly arguments: readonly Setting[];
  readonly constants: readonly Setting[];
  /** Comments on the constants that @triton.heuristics computes. */
  readonly heuristics?: readonly string[];
  /** Conditions of a call, with a note or a comment, which tells what a person must add. */
  readonly requires?:
    | (Pick<Setting, 'note' | 'comment'> & { readonly conditions: readonly string[] })
    | undefined;
  /** `autotune`, or the configs, each with its values. */
  readonly configs?: 'autotune' | readonly (readonly Setting[])[];
  readonly configsComment?: string;
  readonly gridParameters: readonly string[];
  /** An expression for each axis. */
  readonly grid: readonly string[];
  readonly gridNote?: string;
  readonly gridComments?: readonly string[];
  readonly options?: readonly Setting[];
  readonly smoke: SmokeDescription | undefined;
}

/** The `smoke:` section of an entry. */
export interface SmokeDescription {
  readonly reference: Omit<Setting, 'name'>;
  readonly buffers: readonly BufferDescription[];
  readonly arguments: readonly Setting[];
  readonly cases: readonly (readonly Setting[])[];
  /** More settings. */
  readonly others?: readonly Setting[];
  /** The reason for which the section is commented out. */
  readonly problem?: string | undefined;
}

export interface BufferDescription {
  readonly name: string;
  readonly role: string;
  /** Expressions; null if they are not known, or if nothing uses the buffer. */
  readonly shape: readonly string[] | null;
  readonly strides?: readonly string[] | undefined;
  /** Names and numbers. */
  readonly fill?: unknown;
}

/** Writes the entry of a kernel, not indented. Lines with `# guess` are not certain. */
export function entryText(entry: EntryDescription): string {
  const { name, comment, isGuess, source, configs, requires, gridParameters, smoke } = entry;
  const launch = entry.launch === undefined ? undefined : `from the launch at ${entry.launch}`;
  const settings = [
    ...forLines(entry.choices ?? new Map()),
    `source: ${scalar(source)}`,
    ...globalLines(entry.globals ?? [], isGuess),
    ...(entry.arguments.length === 0
      ? ['arguments: {}']
      : [`arguments:${noteText(launch)}`, ...settingLines(entry.arguments)]),
    ...mapLines('constants', entry.constants, launch),
    ...(entry.heuristics ?? []).map((text) => `# ${text}`),
    ...(requires === undefined
      ? []
      : settingLines([{ name: 'requires', text: list(requires.conditions), ...requires }], 0)),
    ...(entry.configsComment === undefined ? [] : commentLines(entry.configsComment)),
    ...configLines(configs ?? []),
    ...(entry.gridComments ?? []).flatMap(commentLines),
    ...mapLines(
      'grid_parameters',
      gridParameters.map((each) => ({ name: each, text: 'i32' })),
      isGuess ? 'only the grid uses them' : undefined,
    ),
    ...settingLines(
      [{ name: 'grid', text: list(entry.grid), note: entry.gridNote }, ...(entry.options ?? [])],
      0,
    ),
    ...(smoke === undefined ? [] : smokeLines(smoke, isGuess)),
  ];
  const key = `${textOf(name)}:${isGuess ? ' # the name of the C function' : ''}`;
  const above = comment === undefined ? [] : commentLines(comment);
  return [...above, key, indent(settings.join('\n'), 2)].join('\n');
}

function forLines(choices: ReadonlyMap<string, readonly string[]>): string[] {
  const columns = [...choices];
  const [first] = columns;
  if (first === undefined) return [];
  if (columns.length === 1) return [`for: { ${scalar(first[0])}: [${first[1].join(', ')}] }`];
  const rows = first[1].map((_text, row) =>
    columns.map(([name, texts]) => ({ name, text: texts[row] ?? '' })),
  );
  return ['for:', ...itemLines(rows)];
}

function globalLines(globals: readonly Setting[], isGuess: boolean): string[] {
  if (!isGuess) return mapLines('globals', globals);
  if (globals.length === 0) return [];
  const isEmpty = globals.every(({ text }) => text === '');
  return [
    `${isEmpty ? '# ' : ''}globals: # values that are known only when the program runs`,
    ...globals.flatMap(({ name, text, comment = '' }) => [
      ...commentLines(comment, 2),
      text === ''
        ? `  # ${scalar(name)}: tl.NAME # not a constant: name an object of Triton that replaces it`
        : `  ${scalar(name)}: ${text} # guess`,
    ]),
  ];
}

function configLines(configs: NonNullable<EntryDescription['configs']>): string[] {
  if (configs === 'autotune') return ['configs: autotune # those of @triton.autotune'];
  return configs.length === 0 ? [] : ['configs:', ...itemLines(configs)];
}

function smokeLines(smoke: SmokeDescription, isGuess: boolean): string[] {
  const { reference, buffers, arguments: values, cases, others = [], problem } = smoke;
  const note = isGuess ? 'guess' : undefined;
  const isComplete = problem === undefined;
  const settings = [
    ...settingLines([{ name: 'reference', ...reference }], 0),
    ...(buffers.length === 0 ? [] : [`buffers:${noteText(note)}`]),
    ...settingLines(
      buffers.map((each) => ({ name: each.name, text: bufferText(each, isComplete) })),
    ),
    ...mapLines('arguments', values, note),
    `cases:${noteText(note)}`,
    ...itemLines(cases),
    ...settingLines(others, 0),
  ];
  const title = `smoke:${isGuess ? ' # how to test the kernel on a GPU' : ''}`;
  const lines = [title, ...settings.map((line) => `  ${line}`)];
  if (problem === undefined) return lines;
  return [
    ...commentLines(`no test yet: ${problem}. Complete it and remove the "# ":`),
    ...lines.map((line) => `# ${line}`),
  ];
}

function bufferText(
  { role, shape, strides, fill }: BufferDescription,
  isComplete: boolean,
): string {
  if (shape === null && isComplete) return 'null # nothing uses it with these constants';
  const axes = list(shape ?? ['SIZE']);
  if (role === 'in' && strides === undefined && fill === undefined) return axes;
  return flowMap([
    { name: 'shape', text: axes },
    ...(strides === undefined ? [] : [{ name: 'strides', text: list(strides) }]),
    ...(role === 'in' ? [] : [{ name: 'role', text: role }]),
    ...(fill === undefined ? [] : [{ name: 'fill', text: flow(fill) }]),
  ]);
}

function noteText(note: string | undefined): string {
  return note === undefined ? '' : ` # ${note}`;
}

function settingLines(settings: readonly Setting[], spaces = 2): string[] {
  return settings.flatMap(({ name, text, note, comment }) => [
    ...(comment === undefined ? [] : commentLines(comment, spaces)),
    `${' '.repeat(spaces)}${scalar(name)}: ${text}${noteText(note)}`,
  ]);
}

function itemLines(items: readonly (readonly Setting[])[]): string[] {
  return items.map((item) => `  - ${flowMap(item)}`);
}

/** Writes a map in one line if nothing in it has a note and it fits. */
function mapLines(name: string, settings: readonly Setting[], note?: string): string[] {
  if (settings.length === 0) return [];
  const line = `${name}: ${flowMap(settings)}`;
  const isPlain = note === undefined && settings.every((each) => each.note === undefined);
  return isPlain && line.length < 90
    ? [line]
    : [`${name}:${noteText(note)}`, ...settingLines(settings)];
}

function flowMap(settings: readonly Setting[]): string {
  const parts = settings.map(({ name, text }) => `${scalar(name)}: ${text}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function flow(value: unknown): string {
  // A comma would end the value.
  if (typeof value === 'string') return value.includes(',') ? JSON.stringify(value) : textOf(value);
  if (typeof value !== 'object' || value === null) return scalar(value);
  if (Array.isArray(value)) return `[${value.map(flow).join(', ')}]`;
  return flowMap(Object.entries(value).map(([name, item]) => ({ name, text: flow(item) })));
}

function list(axes: readonly string[]): string {
  return `[${axes.map(expressionText).join(', ')}]`;
}

/** Writes an expression. In a list, a comma in parentheses does not end it (see `joinAxes`). */
export function expressionText(text: string): string {
  return /^[\w.+*/%(), <=>-]+$/.test(text) ? text : JSON.stringify(text);
}

export function constantText(constant: Constant): string {
  switch (constant.kind) {
    case 'none':
      return 'null';
    case 'dtype':
      return `tl.${constant.value}`;
    case 'float':
      return floatText(constant.value);
    case 'string':
      return JSON.stringify(constant.value);
    case 'int':
    case 'bool':
      return String(constant.value);
  }
}

/** Writes a float. YAML needs a dot in it, also before an exponent. */
function floatText(value: number): string {
  const text = scalar(value);
  if (/^-?\d+$/.test(text)) return `${text}.0`;
  return text.replace(/^(-?\d+)e/, '$1.0e');
}

/** Writes a text that may have placeholders, in quotes if it has. */
export function textOf(text: string): string {
  return text.includes('{') ? JSON.stringify(text) : scalar(text);
}

/** Writes a text, plain if it can be, or a number. */
export function scalar(value: unknown): string {
  return stringify(value, { lineWidth: 0 }).trimEnd();
}

/** Writes comment lines of at most 100 characters. */
function commentLines(text: string, spaces = 0): string[] {
  const start = `${' '.repeat(spaces)}#`;
  const lines: string[] = [];
  let line = start;
  for (const word of text.split(/\s+/)) {
    if (line !== start && `${line} ${word}`.length > 96) {
      lines.push(line);
      line = start;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
