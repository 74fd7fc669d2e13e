import type { KernelEntry } from './entry.ts';
import type { Problems } from './problems.ts';
import { kernelHeaderProblem, symbolsOf } from './terms/c-names.ts';

/** Checks that no two kernels define the same C function, and that no header has the name of a system header. */
export function checkKernelNames(
  packageName: string,
  kernels: readonly KernelEntry[],
  problems: Problems,
): void {
  const owners = new Map<string, KernelEntry>();
  for (const kernel of kernels) {
    const symbols = symbolsOf(kernel.name, kernel.ptxTarget !== undefined);
    const shared = symbols.find((symbol) => owners.has(symbol)) ?? '';
    const owner = owners.get(shared);
    for (const symbol of symbols) {
      if (!owners.has(symbol)) owners.set(symbol, kernel);
    }
    const inKernel = problems.under(kernel.pathOf);
    const header = kernelHeaderProblem(packageName, kernel.name);
    if (header !== undefined)
      inKernel.add(
        `invalid kernel name \`${kernel.name}\` in the package \`${packageName}\`: ${header}`,
        'Rename the kernel or the package.',
      );
    if (owner?.name === kernel.name) {
      inKernel.add(
        `duplicate kernel name \`${kernel.name}\``,
        'Use the names of `for` in the key, such as `add_{dtype}`, so that every choice has its own.',
      );
    } else if (owner !== undefined) {
      inKernel.add(
        `kernels \`${kernel.name}\` and \`${owner.name}\` would both define the C function \`${shared}\``,
        'Rename one of them.',
      );
    }
  }
}
