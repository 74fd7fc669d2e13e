import { writeTuned } from '../c/choose.ts';
import { parseArgumentType } from '../../manifest/terms/types.ts';
import { algosOf } from '../../manifest/tuning/tree.ts';
import type { FullKernel } from './variant.ts';

/**
 * Checks that the C source chooses algos as manifest.json lists it, by writing these functions again.
 * @param cNames the names of the C parameters
 */
export function checkChoice(
  source: string,
  cNames: readonly string[],
  kernel: FullKernel,
): readonly string[] {
  const { choice, name, algos } = kernel;
  const written = source.match(/\baot_tuned_algo\(const struct/g) ?? [];
  const differs = [`${name}: the C source does not choose algos as manifest.json lists it`];
  if (choice === undefined) return written.length === 0 ? [] : differs;
  const parameters = [...kernel.parameters, ...kernel.gridParameters].flatMap((each, index) => {
    const [type, cName] = [parseArgumentType(each.type), cNames[index]];
    return type === undefined || cName === undefined ? [] : [{ name: each.name, cName, type }];
  });
  const isValid =
    choice.devices.at(-1)?.name === undefined &&
    choice.devices.at(-1)?.capability === undefined &&
    choice.devices.every(({ table }) => choice.tables[table] !== undefined) &&
    choice.tables.every(({ tree }) => Math.max(...algosOf(tree)) < algos.length);
  if (!isValid)
    return [`${name}: manifest.json has a choice of algos that the kernel does not have`];
  return written.length === 1 && source.includes(writeTuned(choice, parameters)) ? [] : differs;
}
