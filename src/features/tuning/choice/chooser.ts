import type { Flag } from '../../../base/flags.ts';
import { key } from '../../../base/slot.ts';
import { plural } from '../../../base/text.ts';
import type { Kernel } from '../../../manifest/terms/kernel.ts';
import type { AlgoChooser, ChoosePlan } from '../../../plan/choosers.ts';
import { type AlgoChoice, choiceFor, choiceJson, choiceSchema } from './choice.ts';
import type { Measurement } from './choose-algos.ts';
import { planChoices, type PlannedChoices, readTuningBeside } from './choices.ts';
import { unmeasuredSpecialisations } from './classes.ts';
import { writeMeasured } from './write-c.ts';
import { isCuda } from '../../../manifest/terms/nvidia.ts';

/** Makes measurements of other code than the build's an error. */
export const STRICT_FLAG: Flag = {
  name: 'strict-tuning',
  help: 'Fail if tuning.json has measurements of other code',
};

/** The measurements of a kernel that still hold, and the choice that follows from them. */
interface MeasuredChoice {
  readonly choice: AlgoChoice;
  readonly measurements: readonly Measurement[];
}

/** Where a chooser keeps what it was made from. */
export const MEASURED = key<MeasuredChoice>('tuning');

/** Reads the measurements beside a manifest, from which algos are chosen. @throws as `readTuningFile`. */
export async function readMeasuredChoices(manifest: string): Promise<ChoosePlan | undefined> {
  const tuning = await readTuningBeside(manifest);
  if (tuning === undefined) return undefined;
  return (plan, { flags, rankOf } = {}) => {
    const isStrict = flags?.has(STRICT_FLAG.name);
    const planned = planChoices(tuning, plan, { isStrict, rankOf });
    return { choosers: choosersOf(planned, plan.kernels), warnings: planned.warnings };
  };
}

/** The choosers of the kernels that have a choice, by name. */
export function choosersOf(
  { choices, measured }: Pick<PlannedChoices, 'choices' | 'measured'>,
  kernels: readonly Kernel[],
): ReadonlyMap<string, AlgoChooser> {
  return new Map(
    kernels.flatMap((kernel) => {
      const choice = choices.get(kernel.name);
      const measurements = measured.get(kernel.name) ?? [];
      return choice === undefined
        ? []
        : [[kernel.name, chooserOf(kernel, { choice, measurements })] as const];
    }),
  );
}

function chooserOf(kernel: Kernel, measured: MeasuredChoice): AlgoChooser {
  const { choice } = measured;
  const device = kernel.targets.some(isCuda) ? 'compute capability' : 'architecture';
  return {
    json: choiceJson(choice),
    unmeasured: unmeasuredSpecialisations(kernel, choice),
    description: [
      'The same with the algo that was the fastest for such values on the device, as measured on:',
      ...choice.devices.flatMap(({ name }) => (name === undefined ? [] : [`  ${name}`])),
      `Other devices get the choice for one of their ${device}, or else for the newest of these.`,
    ],
    on: (vendor) => {
      const own = choiceFor(choice, vendor);
      return own && { write: (part) => writeMeasured(part, own) };
    },
    extras: new Map([MEASURED.with(measured)]),
  };
}

/** Returns a line for each device that was measured, about a choice of manifest.json. */
export function describeChoice(json: unknown): readonly string[] {
  const { devices, tables } = choiceSchema.parse(json);
  return devices.flatMap(({ name, table }) => {
    const made = tables[table];
    if (name === undefined || made === undefined) return [];
    const { sizes, mean, worst } = made;
    return [
      `measured: ${name}: ${plural(sizes, 'size')}, ${mean.toFixed(2)} × the best algo on average, at most ${worst.toFixed(2)} ×`,
    ];
  });
}
