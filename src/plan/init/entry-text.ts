import { stringify } from 'yaml';
import type { Constant } from '../../manifest/terms/constant.ts';
import type { GuessedBuffer, KernelGuess } from './guesses.ts';

/** The form of the smoke test in an entry. */
export type SmokeForm = 'active' | { readonly commentedOut: string };

/**
 * Writes the entry of a kernel: its settings without its name, not indented. Lines with `# guess`
 * are not certain.
 * @param source `FILE.py:FUNCTION`
 */
export function entryText(source: string, guess: KernelGuess, smoke: SmokeForm): string {
  return [
    `source: ${scalar(source)}`,
    ...globalLines(guess),
    ...argumentLines(guess),
    ...constantLines(guess),
    ...heuristicLines(guess),
    ...requiresLines(guess),
    ...(guess.autotune ? ['configs: autotune # those of @triton.autotune'] : []),
    ...gridLines(guess),
    ...smokeLines(guess, smoke),
  ].join('\n');
}

function globalLines({ globals }: KernelGuess): string[] {
  if (globals.length === 0) return [];
  const isEmpty = globals.every(({ value }) => value === null);
  return [
    `${isEmpty ? '# ' : ''}globals: # values that are known only when the program runs`,
    ...globals.flatMap(({ name, value, message }) => [
      ...comment(message, 2),
      value === null
        ? `  # ${scalar(name)}: tl.NAME # not a constant: name an object of Triton that replaces it`
        : `  ${scalar(name)}: ${constantText(value)} # guess`,
    ]),
  ];
}

function argumentLines({ parameters }: KernelGuess): string[] {
  const lines = parameters.flatMap((parameter) => {
    switch (parameter.kind) {
      case 'pointer':
      case 'tensor':
        return [`  ${scalar(parameter.name)}: "${parameter.type}" # guess`];
      case 'scalar':
        return [`  ${scalar(parameter.name)}: ${parameter.type}${mark(parameter.guess)}`];
      case 'constant':
      case 'config':
      case 'heuristic':
        return [];
    }
  });
  return lines.length === 0 ? ['arguments: {}'] : ['arguments:', ...lines];
}

function constantLines({ parameters }: KernelGuess): string[] {
  const lines = parameters.flatMap((parameter) => {
    if (parameter.kind !== 'constant') return [];
    const { computed, guess } = parameter;
    const by = computed === undefined ? '' : `: @triton.heuristics (line ${computed}) computes it`;
    const note = guess ? ` # guess${by}` : ` # the default${by}`;
    return [`  ${scalar(parameter.name)}: ${constantText(parameter.value)}${note}`];
  });
  return lines.length === 0 ? [] : ['constants:', ...lines];
}

function heuristicLines({ parameters }: KernelGuess): string[] {
  return parameters.flatMap((parameter) =>
    parameter.kind === 'heuristic'
      ? [`# ${parameter.name} comes from @triton.heuristics (line ${parameter.line})`]
      : [],
  );
}

/** Nothing checks values of heuristics without translation: `requires` says when they are right. */
function requiresLines({ function: { heuristics } }: KernelGuess): string[] {
  const found = heuristics.filter(({ untranslated }) => untranslated !== undefined);
  const [first] = found;
  if (first === undefined) return [];
  const names = found.map(({ parameter }) => parameter).filter((name) => name !== '*');
  const what = names.length === 0 ? 'the constants' : names.join(', ');
  return [
    ...comment(
      `@triton.heuristics (line ${first.line}) computes ${what} for each call, and nothing checks the values above: list the conditions under which they are right, such as \`n <= 1024\``,
      0,
    ),
    'requires: [] # guess: they are always right',
  ];
}

function gridLines({ grid, gridParameters }: KernelGuess): string[] {
  const own = gridParameters.map((name) => `  ${scalar(name)}: i32`);
  return [
    ...(own.length === 0 ? [] : ['grid_parameters: # only the grid uses them', ...own]),
    `grid: ${list(grid.map(({ axis }) => axis))} # guess: ${gridNote(grid)}`,
  ];
}

function gridNote(grid: KernelGuess['grid']): string {
  const [first, ...others] = grid.map(({ guess }) => guess);
  if (others.every((guess) => guess === first)) return first ?? '';
  return grid.map(({ guess }, axis) => `axis ${axis}: ${guess}`).join('; ');
}

function smokeLines({ smoke }: KernelGuess, form: SmokeForm): string[] {
  const { buffers, arguments: values, cases } = smoke;
  const lines = [
    'smoke: # how to test the kernel on a GPU',
    '  reference: interpreter # or a NumPy function of yours: reference.py:FUNCTION',
    ...(buffers.length === 0 ? [] : ['  buffers: # guess']),
    ...buffers.map((buffer) => `    ${scalar(buffer.name)}: ${bufferText(buffer, form)}`),
    ...(values.length === 0 ? [] : ['  arguments: # guess']),
    ...values.map(([name, text]) => `    ${scalar(name)}: ${expression(text)}`),
    '  cases: # guess',
    ...cases.map((chosen) => `    - ${caseText(chosen)}`),
  ];
  if (form === 'active') return lines;
  return [
    ...comment(`no test yet: ${form.commentedOut}. Complete it and remove the "# ":`, 0),
    ...lines.map((line) => `# ${line}`),
  ];
}

function bufferText({ role, shape, strides, fill }: GuessedBuffer, form: SmokeForm): string {
  if (shape === null && form === 'active') return 'null # nothing uses it with these constants';
  const axes = list(shape ?? ['SIZE']);
  const isPlain = role === 'in' && strides === undefined && fill === undefined;
  if (isPlain) return axes;
  const parts = [
    `shape: ${axes}`,
    ...(strides === undefined ? [] : [`strides: ${list(strides)}`]),
    ...(role === 'in' ? [] : [`role: ${role}`]),
    ...(fill === undefined ? [] : [`fill: ${fill}`]),
  ];
  return `{ ${parts.join(', ')} }`;
}

function caseText(chosen: Readonly<Record<string, number>>): string {
  const parts = Object.entries(chosen).map(([name, value]) => `${scalar(name)}: ${value}`);
  return parts.length === 0 ? '{}' : `{ ${parts.join(', ')} }`;
}

function list(axes: readonly string[]): string {
  return `[${axes.map(expression).join(', ')}]`;
}

/** An expression. In a list, a comma in parentheses does not end it (see `joinAxes`). */
function expression(text: string): string {
  return /^[\w.+*/%(), -]+$/.test(text) ? text : JSON.stringify(text);
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
    case 'int':
    case 'bool':
      return String(constant.value);
  }
}

/** YAML needs a dot in a float, also before an exponent. */
function floatText(value: number): string {
  const text = String(value);
  if (/^-?\d+$/.test(text)) return `${text}.0`;
  return text.replace(/^(-?\d+)e/, '$1.0e');
}

/** A text as YAML: plain if it can be. */
function scalar(text: string): string {
  return stringify(text, { lineWidth: 0 }).trimEnd();
}

function mark(isGuess: boolean): string {
  return isGuess ? ' # guess' : '';
}

/** Comment lines of at most 100 characters. */
function comment(text: string, spaces: number): string[] {
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
