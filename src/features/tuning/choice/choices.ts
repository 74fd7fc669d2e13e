import { dirname, join } from 'node:path';
import { Failure, formatPath, type Path, type Place, type Problem } from '../../../base/errors.ts';
import { groupBy } from '../../../base/groups.ts';
import { plural, sha256 } from '../../../base/text.ts';
import { didYouMean, Problems } from '../../../manifest/problems.ts';
import { type ManifestDocument, parseManifestText } from '../../../manifest/yaml.ts';
import { hintSetOf, integersOf, type Kernel } from '../../../manifest/terms/kernel.ts';
import { parseCapability, runsOn } from '../../../manifest/terms/target.ts';
import { type AlgoChoice } from './choice.ts';
import { callClasses } from './classes.ts';
import { chooseAlgos, type Cost, type Measurement } from './choose-algos.ts';
import { readTuningFile, TUNING_FILE, type TuningFile } from '../file.ts';
import { type PlannedMeasurements, readMeasurements } from './measurements.ts';
import type { ChoosingPlan } from '../../../plan/choosers.ts';
import type { Variant } from '../../../plan/variants.ts';

/** The choices of algos by the names of the kernels. Kernels without measurements have none. */
type AlgoChoices = ReadonlyMap<string, AlgoChoice>;

/** The choices that follow from the measurements of a plan. */
export interface PlannedChoices {
  readonly choices: AlgoChoices;
  /** The measurements that still hold, by the names of the kernels. */
  readonly measured: ReadonlyMap<string, readonly Measurement[]>;
  readonly warnings: readonly Problem[];
}

interface ChoiceOptions {
  /** True if measurements of other code than the plan's are an error. */
  readonly isStrict?: boolean | undefined;
  /** Ranks a variant by its code, lower is better. Undefined: it is not compiled. */
  readonly rankOf?: ((variant: Variant) => Cost | undefined) | undefined;
}

/** The choices if there are no measurements. */
const NO_CHOICES: PlannedChoices = { choices: new Map(), measured: new Map(), warnings: [] };

/** Reads the measurements beside a manifest; undefined if there are none. @throws as `readTuningFile`. */
export function readTuningBeside(manifest: string): Promise<TuningFile | undefined> {
  return readTuningFile(join(dirname(manifest), TUNING_FILE));
}

/**
 * Chooses the algos of a plan by measurements and, for specialisations that were not measured, by what
 * the compiler says of their code.
 * @throws {Failure} `usage` with all problems at once.
 */
export function planChoices(
  tuning: TuningFile | undefined,
  { kernels, variants, manifest }: ChoosingPlan,
  { isStrict = false, rankOf = () => undefined }: ChoiceOptions = {},
): PlannedChoices {
  if (tuning === undefined) return NO_CHOICES;
  const choices = new Map<string, AlgoChoice>();
  const measured = new Map<string, readonly Measurement[]>();
  const document = documentOf(tuning);
  const problems = new Problems(document);
  const outdated = unknownKernels(tuning, manifest, document);
  const warnings: Problem[] = [];
  const planned = groupBy(variants, ({ kernel }) => kernel);
  for (const kernel of kernels) {
    const indices = [...tuning.kernels.keys()].filter(
      (index) => tuning.kernels[index]?.kernel === kernel.name,
    );
    const [first] = indices;
    if (first === undefined) continue;
    const own = planned.get(kernel) ?? [];
    const read = indices.flatMap((index) => {
      const entry = tuning.kernels[index];
      const inEntry = problems.at('kernels', index);
      return entry === undefined ? [] : [readMeasurements(entry, kernel, own, inEntry)];
    });
    const place = document.locate(['kernels', first]);
    outdated.push(...outdatedScores(kernel, read, place));
    const measurements = read.flatMap((each) => each.measurements);
    if (measurements.length === 0) continue;
    measured.set(kernel.name, measurements);
    const names = integersOf(kernel).map(({ name }) => name);
    const choice = chooseAlgos(measurements, {
      parameters: names,
      classes: callClasses(kernel),
      rank: (algo, hints, capability) => {
        const version = parseCapability(capability);
        const costs = own
          .filter(
            ({ config, specialisation, target }) =>
              config === algo &&
              hintSetOf(kernel, specialisation) === hints &&
              runsOn(target, version),
          )
          .flatMap((variant) => {
            const cost = rankOf(variant);
            return cost === undefined ? [] : [cost];
          });
        return costs.length === 0 ? undefined : worstCost(costs);
      },
    });
    choices.set(kernel.name, { tuning: sha256(tuning.text), ...choice });
    warnings.push(...slowChoices(kernel, choice, place), ...missingAlgos(kernel, read, place));
  }
  problems.throwIfAny();
  if (isStrict && outdated.length > 0) throw new Failure('usage', outdated);
  return { choices, measured, warnings: [...outdated, ...warnings] };
}

/** The highest number at each place. */
function worstCost(costs: readonly Cost[]): Cost {
  return costs.reduce((worst, cost) => worst.map((each, at) => Math.max(each, cost[at] ?? each)));
}

/** A problem for each kernel of the file that the manifest does not have. */
function unknownKernels(
  { kernels }: TuningFile,
  manifest: ChoosingPlan['manifest'],
  document: ManifestDocument,
): Problem[] {
  const known = manifest.kernels.map(({ name }) => name);
  const names = kernels.map(({ kernel }) => kernel);
  const unknown = [...new Set(names)].filter((name) => !known.includes(name));
  return unknown.map((name) => ({
    message: `the measurements of \`${name}\` are not used, because the manifest has no such kernel${didYouMean(name, known)}`,
    place: document.locate(['kernels', names.indexOf(name), 'kernel']),
    hint: 'Remove them, or rename them if the kernel was renamed.',
  }));
}

function outdatedScores(
  { name }: Kernel,
  read: readonly PlannedMeasurements[],
  place: Place,
): readonly Problem[] {
  const outdated = read.reduce((sum, each) => sum + each.outdated, 0);
  if (outdated === 0) return [];
  const scores = read.reduce((sum, each) => sum + each.scores, 0);
  const message = `${name}: ${outdated} of ${plural(scores, 'measured time')} are not used, because they are of other code than this build's`;
  const hint =
    'The kernel, its configs or Triton changed after the measurement. Run `triton-aot tune` again.';
  return [{ message, place, hint }];
}

/** The mean ratio of times above which a choice is reported. */
const SLOW = 1.1;

/** A warning for each device on which the choice is slow for the measured sizes. */
function slowChoices(
  { name }: Kernel,
  { devices, tables }: Pick<AlgoChoice, 'devices' | 'tables'>,
  place: Place,
): readonly Problem[] {
  return devices.flatMap(({ name: device, table }) => {
    const mean = tables[table]?.mean ?? 1;
    if (device === undefined || mean <= SLOW) return [];
    const message = `${name}: on ${device}, the chosen algo takes ${mean.toFixed(2)} × the time of the best on average, because the times of the measured sizes do not follow the number of blocks and the parameters`;
    return [{ message, place, hint: 'Name more parameters in the `key` of `tune:`.' }];
  });
}

/** A warning for algos that the choice ignores because they were not measured. */
function missingAlgos(
  { name }: Kernel,
  read: readonly PlannedMeasurements[],
  place: Place,
): readonly Problem[] {
  const missing = [...new Set(read.flatMap(({ unmeasured }) => unmeasured))];
  if (missing.length === 0) return [];
  const message = `${name}: no measurement of algo ${missing.toSorted((a, b) => a - b).join(', ')}, so it is never chosen`;
  const hint =
    'Run `triton-aot tune` again. Without `cases` in `tune:`, it measures the `algos` of the smoke section only.';
  return [{ message, place, hint }];
}

/** The places in a tuning file, which is parsed for them when the first one is needed. */
function documentOf({ file, text }: TuningFile): ManifestDocument {
  let parsed: ManifestDocument | undefined;
  const locate = (path: Path): Place => {
    try {
      // JSON is YAML.
      parsed ??= parseManifestText(text, file);
      return parsed.locate(path);
    } catch {
      return { file, path: formatPath(path) };
    }
  };
  return { file, sha256: sha256(text), value: undefined, has: () => true, locate };
}
