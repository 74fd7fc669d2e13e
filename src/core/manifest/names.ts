import type { KernelEntry } from './entry.ts';
import type { Problems } from './problems.ts';

/** The C functions a kernel's source defines. */
export function symbolsOf(name: string): readonly string[] {
  return [name, `${name}_default`, `${name}_get_num_algos`, `load_${name}`, `unload_${name}`];
}

/** Every name the generated C defines must be defined once. */
export function checkNames(kernels: readonly KernelEntry[], problems: Problems): void {
  const owners = new Map<string, KernelEntry>();
  for (const kernel of kernels) {
    for (const symbol of symbolsOf(kernel.name)) {
      const owner = owners.get(symbol);
      if (owner === undefined) owners.set(symbol, kernel);
      else if (owner.name === kernel.name) {
        problems.add(
          kernel.at([]),
          `two kernels are named \`${kernel.name}\``,
          'Use every name of `for:` in the key, such as `add_{dtype}`.',
        );
        break;
      } else {
        problems.add(
          kernel.at([]),
          `kernel \`${kernel.name}\` and kernel \`${owner.name}\` would both define \`${symbol}\``,
        );
        break;
      }
    }
  }
}
