import { manifestParts } from '../../manifest/parts.ts';
import { packageParts } from '../../package/parts.ts';
import { GENERATOR_KEY, readToolCalls, TOOL_CALLS, GENERATOR_FOR_ALL } from './manifest.ts';

/** Registers `generator: triton` of manifests: packages then also have the files of Triton's own tools. */
export function registerTritonGenerator(): void {
  manifestParts.add({
    kernelKeys: [GENERATOR_KEY],
    topKeys: [GENERATOR_FOR_ALL],
    read: (top, kernels, problems) => [TOOL_CALLS.with(readToolCalls(top, kernels, problems))],
  });
  packageParts.add({
    toolFiles: async (built, ...rest) => {
      const calls = TOOL_CALLS.of(built.plan.manifest) ?? [];
      if (calls.length === 0) return new Map();
      const { makeToolFiles } = await import('./run-tools.ts');
      return makeToolFiles(calls, built, ...rest);
    },
  });
}
