import { stringify } from 'yaml';
import { indent, plural } from '../../base/text.ts';
import { type Constant, wireConstantSchema } from '../../manifest/terms/constant.ts';
import { TODO } from '../../manifest/unfilled.ts';
import type { EntryDescription, EntrySetting, EntryValue, SmokeDescription } from './entry.ts';

/** A setting as YAML text. */
export interface Setting {
  readonly name: string;
  readonly text: string;
  readonly note?: string | undefined;
  readonly comment?: string | undefined;
}

/** Writes the entry of a kernel, not indented. */
export function entryText(entry: EntryDescription): string {
  const { name, comment, isText, source, requires, smoke } = entry;
  const settings = [
    ...forLines(entry.choices),
    `source: ${scalar(source)}`,
    ...mapLines(
      'globals',
      entry.globals.map(settingOf),
      isText ? 'values that are known only when the program runs' : undefined,
    ),
    ...(entry.arguments.length === 0
      ? ['arguments: {}']
      : [
          `arguments:${isText ? ' # types, such as "*fp32" for a tensor, and i32 or fp32' : ''}`,
          ...settingLines(entry.arguments.map(settingOf)),
        ]),
    ...mapLines('constants', entry.constants.map(settingOf)),
    ...entry.heuristics.map((text) => `# ${text}`),
    ...(requires === undefined
      ? []
      : settingLines(
          [{ name: 'requires', text: listOrTodo(requires.conditions), note: requires.note }],
          0,
        )),
    ...configLines(entry),
    ...entry.gridComments.flatMap((text) => commentLines(text)),
    ...mapLines(
      'grid_parameters',
      entry.gridParameters.map((each) => ({ name: each, text: 'i32' })),
    ),
    ...settingLines(
      [
        { name: 'grid', text: listOrTodo(entry.grid), note: entry.gridNote },
        ...entry.options.map(settingOf),
      ],
      0,
    ),
    ...(smoke === undefined ? [] : smokeLines(smoke)),
  ];
  const key = `${textOf(name)}:${isText ? ' # the name of the C function' : ''}`;
  const above = comment === undefined ? [] : commentLines(comment);
  return [...above, key, indent(settings.join('\n'), 2)].join('\n');
}

function listOrTodo(texts: readonly string[]): string {
  return texts.length === 0 ? TODO : list(texts);
}

function settingOf({ value, ...setting }: EntrySetting): Setting {
  return { ...setting, text: value === undefined ? TODO : valueText(value) };
}

function valueText([kind, text]: EntryValue): string {
  switch (kind) {
    case 'type':
      return /^[\w:]+$/.test(text) ? text : JSON.stringify(text);
    case 'expression':
      return expressionText(text);
    case 'placeholder':
      return JSON.stringify(`{${text}}`);
    case 'json':
      return flow(JSON.parse(text));
    case 'bool':
    case 'dtype':
    case 'float':
    case 'int':
    case 'none':
    case 'string':
    case 'tuple':
      return constantText(wireConstantSchema.parse([kind, text]));
  }
}

function forLines(choices: EntryDescription['choices']): string[] {
  const columns = Object.entries(choices).map(
    ([name, values]) => [name, values.map(valueText)] as const,
  );
  const [first] = columns;
  if (first === undefined) return [];
  if (columns.length === 1) return [`for: { ${scalar(first[0])}: [${first[1].join(', ')}] }`];
  const rows = first[1].map((_text, row) =>
    columns.map(([name, texts]) => ({ name, text: texts[row] ?? '' })),
  );
  return ['for:', ...itemLines(rows)];
}

function configLines({ configs, autotuned, heuristics }: EntryDescription): string[] {
  if (configs === 'autotune') {
    return [`configs: ${autotuneText(autotuned?.configs, mostConfigs(heuristics.length))}`];
  }
  if (configs.length === 0) return [];
  return [
    ...(autotuned === undefined ? [] : commentLines(chosenText(configs.length, autotuned))),
    'configs:',
    ...itemLines(configs.map((config) => config.map(settingOf))),
  ];
}

/**
 * Returns how many configs of @triton.autotune a first build compiles at most: all take minutes. Each is
 * compiled for every set of hints and for every target, and a value of @triton.heuristics often doubles that.
 */
function mostConfigs(heuristics: number): number {
  return heuristics < 2 ? 3 - heuristics : 1;
}

/** `count` is the number of configs, undefined if it is known only when the file runs. */
function autotuneText(count: number | undefined, most: number): string {
  if (count !== undefined && count <= most) return 'autotune # those of @triton.autotune';
  const all = count === undefined ? 'the configs' : `the ${String(count)} configs`;
  const which = most === 1 ? 'the first one' : 'those that differ most';
  return `{ autotune: ${String(most)} } # of ${all} of @triton.autotune, ${which}; \`autotune\` takes all, which takes longer to build`;
}

function chosenText(
  count: number,
  { configs, globals }: NonNullable<EntryDescription['autotuned']>,
): string {
  const needed =
    globals.length === 0 ? '' : `, with \`globals: ${flowMap(globals.map(settingOf))}\``;
  return `The program used ${count === 1 ? 'this' : 'these'} of the ${plural(configs, 'config')} of @triton.autotune. \`configs: autotune\` takes them all${needed}.`;
}

/** The setting of tests of kernels with atomic operations. */
const ATOMICS_DIFFER: Setting = {
  name: 'deterministic',
  text: 'false',
  comment: 'The order of atomic operations differs from call to call.',
};

function smokeLines(smoke: SmokeDescription): string[] {
  const { reference, buffers, arguments: values, cases, rounded, deterministic, problem } = smoke;
  const settings = [
    ...settingLines([{ name: 'reference', ...reference, text: textOf(reference.text) }], 0),
    ...(buffers.length === 0 ? [] : ['buffers:']),
    ...settingLines(buffers.map((each) => ({ ...each, text: bufferText(each) }))),
    ...mapLines('arguments', values.map(settingOf)),
    'cases:',
    ...itemLines(cases.map((each) => each.map(settingOf))),
    ...settingLines([...stepsFor(rounded), ...(deterministic ? [] : [ATOMICS_DIFFER])], 0),
  ];
  const lines = ['smoke:', ...settings.map((line) => `  ${line}`)];
  if (problem === undefined) return lines;
  return [
    ...commentLines(`no test yet: ${problem}. Complete it and remove the "# ":`),
    ...lines.map((line) => `# ${line}`),
  ];
}

/** Returns the setting of tests of kernels that round these outputs to integers or fp8; none without outputs. */
function stepsFor(rounded: readonly string[]): Setting[] {
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

function bufferText({
  role,
  shape,
  strides,
  table,
  fill,
}: SmokeDescription['buffers'][number]): string {
  const axes = list(shape ?? ['SIZE']);
  const settings = [strides, table, fill];
  if (role === 'in' && settings.every((each) => each === undefined)) return axes;
  return flowMap([
    { name: 'shape', text: axes },
    ...(strides === undefined ? [] : [{ name: 'strides', text: list(strides) }]),
    ...(table === undefined ? [] : [{ name: 'table', text: table }]),
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
function expressionText(text: string): string {
  return /^[\w.+*/%(), <=>-]+$/.test(text) ? text : JSON.stringify(text);
}

function constantText(constant: Constant): string {
  switch (constant.kind) {
    case 'none':
      return 'null';
    case 'dtype':
      return `tl.${constant.value}`;
    case 'float':
      return floatText(constant.value);
    case 'string':
      return JSON.stringify(constant.value);
    case 'tuple':
      return `[${constant.value.map(constantText).join(', ')}]`;
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
function textOf(text: string): string {
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
