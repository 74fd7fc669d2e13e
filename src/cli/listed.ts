import { plural } from '../base/text.ts';
import { describeHook, type LaunchHook } from '../manifest/terms/kernel.ts';
import { choiceSources } from '../plan/choosers.ts';
import type { ListedRows } from './parts.ts';
import { type ListedVariant, variantsText } from './resources.ts';

interface Parameter {
  readonly name: string;
  readonly type: string;
}

/** A kernel as `list` shows it. What it does not have is absent. */
export interface ListedKernel {
  readonly name: string;
  /** `FILE.py:FUNCTION`, and the line. */
  readonly source: string;
  readonly line?: number;
  readonly signature: readonly Parameter[];
  readonly grid: string;
  readonly gridParameters?: readonly Parameter[];
  readonly targets: readonly string[];
  /** The target whose PTX is embedded too, for GPUs that no cubin is for. */
  readonly ptxTarget?: string;
  readonly algos: readonly string[];
  readonly requires?: readonly string[];
  /** The functions that the JIT calls before each launch, and callers have to replace. */
  readonly hooks?: readonly LaunchHook[];
  readonly heuristics?: readonly { readonly parameter: string; readonly expression: string }[];
  /** The conditions; empty for any values. */
  readonly specialisations: readonly string[];
  /** Says where each specialisation comes from, and which hints were left out. */
  readonly hints?: {
    readonly origins: readonly string[];
    readonly unused: readonly string[];
    readonly omitted: number;
  };
  /** Those of features. */
  readonly rows?: readonly ListedRows[];
  /** The indices of the specialisations that the choice knows nothing of. */
  readonly unmeasured?: readonly number[];
  /** The resources of the variants, if the caller asked for them. */
  readonly variants?: readonly ListedVariant[];
  /** The choice of algos, as in manifest.json. */
  readonly choice?: unknown;
}

/** The origin of a specialisation that was not found. */
export const FROM_MANIFEST = 'the manifest';

/** The text of `list`. */
export function listText(kernels: readonly ListedKernel[]): string {
  return kernels.map((kernel) => `${kernelLines(kernel).join('\n')}\n`).join('');
}

function kernelLines(kernel: ListedKernel): readonly string[] {
  const { requires = [], heuristics = [], gridParameters = [], hints, variants = [] } = kernel;
  const { rows = [], hooks = [] } = kernel;
  return [
    `${kernel.name}  (${placeText(kernel)})`,
    `  signature: ${typed(kernel.signature)}`,
    `  grid: ${kernel.grid}`,
    ...(gridParameters.length > 0 ? [`  grid parameters: ${typed(gridParameters)}`] : []),
    `  targets: ${kernel.targets.join(', ')}`,
    ...(kernel.ptxTarget === undefined
      ? []
      : [`  other GPUs: PTX of ${kernel.ptxTarget}, compiled by their driver`]),
    ...kernel.algos.map((algo, index) => `  algo ${index}: ${algo}`),
    ...requires.map((text) => `  requires: ${text}`),
    ...hooks.map((hook) => `  call first: ${describeHook(hook)}`),
    ...heuristics.map(({ parameter, expression }) => `  computed: ${parameter} = ${expression}`),
    ...rows.flatMap(({ label, texts }) => texts.map((text) => `  ${label}: ${text}`)),
    ...kernel.specialisations.map((condition, index) => {
      const why = hints?.origins[index] ?? FROM_MANIFEST;
      const from = why === FROM_MANIFEST || condition === '' ? '' : `  (${why})`;
      const state = kernel.unmeasured?.includes(index) === true ? '  (not measured)' : '';
      return `  specialisation ${index}: ${condition === '' ? 'any values' : condition}${from}${state}`;
    }),
    ...hintLines(hints),
    ...choiceLines(kernel.choice),
    ...variantsText(variants),
  ];
}

function placeText({ source, line }: ListedKernel): string {
  const at = source.lastIndexOf(':');
  return line === undefined ? source : `${source.slice(0, at)}:${line} ${source.slice(at + 1)}`;
}

function typed(parameters: readonly Parameter[]): string {
  return parameters.map(({ name, type }) => `${name}: ${type}`).join(', ');
}

function hintLines(hints: ListedKernel['hints']): readonly string[] {
  if (hints === undefined) return [];
  const { unused, omitted } = hints;
  return [
    ...(unused.length > 0 ? [`  hints that change nothing: ${unused.join(', ')}`] : []),
    ...(omitted > 0 ? [`  left out: ${plural(omitted, 'more specialisation')}`] : []),
  ];
}

/** Says how algos are chosen by the values of a call. */
function choiceLines(choice: unknown): readonly string[] {
  if (choice === undefined) return [];
  return choiceSources.parts.flatMap(({ describe }) => describe(choice).map((line) => `  ${line}`));
}

/** The JSON of `list`. */
export function listJson(kernels: readonly ListedKernel[]): unknown {
  return kernels.map(({ rows = [], ...kernel }) => ({
    ...kernel,
    ...Object.fromEntries(rows.map(({ name, texts }) => [name, texts])),
  }));
}
