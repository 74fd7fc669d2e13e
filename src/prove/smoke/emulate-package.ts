import { join } from 'node:path';
import type { BuildContext } from '../../base/context.ts';
import { groupBy } from '../../base/groups.ts';
import { directoryStore } from '../../compile/store/store.ts';
import type { Target } from '../../manifest/terms/target.ts';
import type { SmokePackage } from '../../package/cases.ts';
import { NUMPY } from '../../toolchain/own-environment.ts';
import { ensureToolchain } from '../../toolchain/toolchain.ts';
import { writeCode } from '../emulate/code.ts';
import { buildEmulator, emulatedDevice } from '../emulate/device.ts';
import { emulatedTarget, wantedTarget } from '../emulate/target.ts';
import { buildTestPrograms } from '../harness/build-harness.ts';
import type { HarnessSettings } from '../harness/compile-units.ts';
import type { EmulateRequest, SmokeRequest } from './request.ts';
import type { SmokeResult } from './result.ts';
import { dataFolders } from './run-kernel.ts';
import { type PackageResult, testPackage } from './run-package.ts';
import { contentsOf, type KernelTest, type TestSelection } from './selection.ts';

/**
 * Tests a package with its PTX on the CPU, in place of its cubins on a GPU: of each kernel that of one
 * target.
 * @throws {Failure} `usage` if the store lacks the PTX, or no kernel has code for the target.
 */
export async function emulatePackage(
  pkg: SmokePackage,
  selection: TestSelection,
  settings: HarnessSettings,
  request: SmokeRequest & { readonly emulate: EmulateRequest },
  context: BuildContext,
): Promise<Omit<PackageResult, 'device'> & Pick<SmokeResult, 'device' | 'emulated' | 'reason'>> {
  const { store, target, python } = request.emulate;
  const kernels = selection.tests.map(({ kernel }) => kernel);
  const wanted = target === undefined ? undefined : wantedTarget(kernels, target);
  const contents = contentsOf(pkg, selection);
  const code = join(settings.folder, 'ptx');
  const kept = directoryStore(store, context.log, context.now);
  await writeCode(pkg, contents.compiled, wanted, kept, code);
  const numpy = { tritonVersion: pkg.manifest.triton, requirements: NUMPY, python };
  const interpreter = await ensureToolchain(numpy, context);
  const { programs, library } = await context.log.group('Build the smoke test', async () => ({
    programs: await buildTestPrograms(pkg, contents, settings, context),
    library: await buildEmulator(settings, context),
  }));
  const setup = { pkg, programs, request, sanitizer: [], ...dataFolders(settings.folder, request) };
  const { python: executable } = interpreter;
  const emulator = { library, python: executable, code, limit: request.timeout };
  const execute = (own: Target, tests: readonly KernelTest[]): Promise<PackageResult> =>
    context.log.group(
      `Execute the PTX of ${own.name} on the CPU`,
      () => {
        const lease = emulatedDevice(own, emulator, context.env);
        return testPackage(tests, { ...setup, lease }, context);
      },
      ({ runs, checks }) => [runs.length + checks.length, 'test'],
    );
  const byTarget = groupBy(selection.tests, ({ kernel }) => emulatedTarget(kernel, wanted).name);
  const targets = new Map(
    kernels.map((kernel) => emulatedTarget(kernel, wanted)).map((own) => [own.name, own]),
  );
  const results: PackageResult[] = [];
  for (const [name, own] of targets) results.push(await execute(own, byTarget.get(name) ?? []));
  return {
    reason: undefined,
    device: results[0]?.device,
    emulated: [...targets.keys()].join(' and '),
    runs: results.flatMap(({ runs }) => runs),
    checks: results.flatMap(({ checks }) => checks),
    notes: results.flatMap(({ notes }) => notes),
  };
}
