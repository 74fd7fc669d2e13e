import { formatPlace, type Problem } from '../base/errors.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { Manifest } from '../manifest/manifest.ts';
import { type Config, describeConfig, type Kernel } from '../manifest/terms/kernel.ts';

/** Returns a warning for each config that the manifest lists twice. With `for:`, several kernels share a list. */
export function equalConfigs(
  kernels: readonly { readonly entry: KernelEntry; readonly kernel: Kernel }[],
  { document }: Pick<Manifest, 'document'>,
): readonly Problem[] {
  const warnings = new Map<string, Problem>();
  for (const { entry, kernel } of kernels) {
    // What a decorator lists twice is not a mistake in the manifest.
    if (entry.configs === 'autotune') continue;
    const keys = kernel.configs.map(settingsKey);
    for (const [index, key] of keys.entries()) {
      const first = keys.indexOf(key);
      if (first === index) continue;
      const place = document.locate(entry.pathOf(['configs', index]));
      const at = formatPlace(place);
      if (warnings.has(at)) continue;
      warnings.set(at, {
        message: `config ${index} of ${entry.name} is the same as config ${first}`,
        place,
        hint: 'Remove one of them: each is compiled, and is an algo.',
      });
    }
  }
  return [...warnings.values()];
}

function settingsKey(config: Config): string {
  const notFor = config.notFor?.map(({ name }) => name);
  return JSON.stringify([describeConfig(config), config.vendorOptions, notFor]);
}
