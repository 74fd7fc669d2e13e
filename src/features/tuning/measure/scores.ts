import type { HarnessDevice } from '../../../prove/harness/choose-gpu.ts';
import { isInteger, parseArgumentType } from '../../../manifest/terms/types.ts';
import type { PackagedKernel } from '../../../package/read.ts';
import type { PackagedCase } from '../../../manifest/cases/packaged.ts';
import type { MeasuredSize, Score, TunedKernel } from '../file.ts';
import type { MeasuredCall } from '../../../prove/measure/meter.ts';
import type { MeasuredVariant } from '../../../prove/measure/timed-call.ts';
import { vendorSources } from '../../../package/c/vendor.ts';

/** A case to measure, and the values that identify it in the tuning file. */
export interface TuningSize {
  readonly case: PackagedCase;
  readonly values: MeasuredSize['values'];
}

/** The sizes of cases. Of cases with the same integers, only the first is one. */
export function tuningSizes(
  { parameters, gridParameters }: PackagedKernel,
  cases: readonly PackagedCase[],
): readonly TuningSize[] {
  const integers = [...parameters, ...gridParameters].filter(({ type }) => {
    const parsed = parseArgumentType(type);
    return parsed !== undefined && isInteger(parsed);
  });
  const sizes = cases.map((item): TuningSize => {
    const values = integers.flatMap(({ name }) => {
      const text = item.scalars[name];
      return text === undefined ? [] : [[name, valueOf(text)] as const];
    });
    return { case: item, values: Object.fromEntries(values) };
  });
  return sizes.filter(
    ({ values }, index) => sizes.findIndex((other) => isSame(other.values, values)) === index,
  );
}

/** Large integers are texts, since JSON cannot represent them. */
function valueOf(text: string): number | string {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : text;
}

function isSame(a: MeasuredSize['values'], b: MeasuredSize['values']): boolean {
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => String(a[name]) === String(b[name]))
  );
}

/** The entry of a kernel on a device; undefined if it was not measured there. */
export function entryOf(
  entries: readonly TunedKernel[],
  kernel: string,
  device: HarnessDevice,
): TunedKernel | undefined {
  return entries.find((entry) => isEntryOf(entry, kernel, device));
}

/** The entries with one replaced or added. */
export function withEntry(
  entries: readonly TunedKernel[],
  fresh: TunedKernel,
): readonly TunedKernel[] {
  const others = entries.filter((entry) => !isEntryOf(entry, fresh.kernel, fresh.device));
  return [...others, fresh];
}

function isEntryOf(
  entry: TunedKernel,
  kernel: string,
  { name, capability }: Pick<HarnessDevice, 'name' | 'capability'>,
): boolean {
  const { device } = entry;
  return entry.kernel === kernel && device.name === name && device.capability === capability;
}

/** The score of a size that an entry has for the code of a variant, with the number of its algo. */
export function earlierScore(
  earlier: TunedKernel | undefined,
  { values }: TuningSize,
  algo: number,
  { hash }: MeasuredVariant,
): Score | undefined {
  const size = earlier?.sizes.find((each) => isSame(each.values, values));
  const score = size?.scores.find((each) => each.hash === hash);
  return score && { ...score, algo };
}

/** Significant digits of a time: the median is not more precise. */
const DIGITS = 5;
/** Characters of a fault. */
const MAX_FAULT = 200;

/** Returns the score of a measured call in the tuning file; undefined if there is no code for it. */
export function scoreOf({ algo, variant, result }: MeasuredCall): Score | undefined {
  if (variant === undefined) return undefined;
  const { hash } = variant;
  if (result.kind === 'time')
    return { algo, hash, microseconds: Number(result.microseconds.toPrecision(DIGITS)) };
  const { kind, message } = result.fault;
  const [first = ''] = message.split('\n');
  // The C function checks the arguments before it launches anything.
  const errors = vendorSources.rows().map(([, { names }]) => names.errors.invalidValue);
  const isRefusal = new RegExp(String.raw`\b(?:${errors.join('|')})\b`).test(message);
  const what = kind === 'launch' && isRefusal ? 'refused' : kind;
  return { algo, hash, fault: `${what}: ${first.replace(/:$/, '')}`.slice(0, MAX_FAULT) };
}
