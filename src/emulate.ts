import { join } from 'node:path';
import type { BuildContext } from './base/context.ts';
import { Failure } from './base/errors.ts';
import { build } from './build.ts';
import { readSmokePackage, type SmokePackage } from './package/cases.ts';
import type { HarnessSettings } from './prove/harness/compile-units.ts';
import { targetsOf } from './prove/harness/needs.ts';
import { type EmulatedRequest, emulatePackage } from './prove/smoke/emulate-package.ts';
import type { SmokeResult } from './prove/smoke/result.ts';
import { selectionOn, selectTests, type TestSelection } from './prove/smoke/selection.ts';
import { DEFAULT_TIMEOUT } from './toolchain/workers/pool.ts';

/** The target that the emulator knows best. */
const STAND_IN = 'sm_80';

type EmulationResult = Pick<
  SmokeResult,
  'reason' | 'device' | 'emulated' | 'runs' | 'checks' | 'notes'
>;

/**
 * Tests a package with its PTX on the CPU. If the emulator cannot run any code of a kernel, the kernel is
 * compiled for sm_80, and that code is tested: it checks the source and the compiler, and gives no evidence.
 * @throws {Failure} as `emulatePackage`, and `no-gpu` if no code is for NVIDIA.
 */
export async function emulate(
  pkg: SmokePackage,
  selected: TestSelection,
  settings: HarnessSettings,
  request: EmulatedRequest,
  context: BuildContext,
): Promise<EmulationResult> {
  const { notes, ...selection } = selectionOn(selected, 'cuda');
  if (selection.tests.length === 0)
    throw new Failure('no-gpu', {
      message:
        'the selected kernels have no code for NVIDIA GPUs, and the emulator executes no other',
      place: { file: pkg.folder },
      hint: 'Test them on a GPU, or build them for an NVIDIA target too.',
    });
  const { targets, left, ...others } = await emulatePackage(
    pkg,
    selection,
    settings,
    request,
    context,
  );
  const results = { ...others, notes: [...notes, ...others.notes] };
  const found = { ...results, reason: undefined, emulated: targets.join(' and ') };
  const rest = left.filter((kernel) => !targetsOf(kernel).some(({ name }) => name === STAND_IN));
  if (rest.length === 0) return found;
  const names = rest.map(({ name }) => name);
  const own = [...new Set(rest.flatMap(targetsOf).map(({ name }) => name))].join(' and ');
  const why = `the code of ${names.join(', ')} for ${own} cannot be executed`;
  try {
    const standIn = await testStandIn(pkg, names, settings, request, context);
    const label = `${STAND_IN} in place of ${own}`;
    const named = <T extends { readonly kernel: string }>(result: T): T => ({
      ...result,
      kernel: `${result.kernel} (${label})`,
    });
    const note = `${why}: that for ${STAND_IN} was compiled and executed in its place. This checks the source and the compiler. It is no evidence for the package`;
    return {
      reason: undefined,
      device: found.device ?? standIn.device,
      emulated: [...targets, ...(standIn.targets.length > 0 ? [label] : [])].join(' and '),
      runs: [...found.runs, ...standIn.runs.map(named)],
      checks: [...found.checks, ...standIn.checks.map(named)],
      notes: [...found.notes, ...standIn.notes, note],
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const note = `${why}, and that for ${STAND_IN} could not be tested in its place: ${error.problems[0]?.message}`;
    return { ...found, notes: [...found.notes, note] };
  }
}

/** Compiles kernels for sm_80 into a temporary package, and tests its PTX. */
async function testStandIn(
  { manifest: { triton } }: SmokePackage,
  only: readonly string[],
  settings: HarnessSettings,
  request: EmulatedRequest,
  context: BuildContext,
): ReturnType<typeof emulatePackage> {
  const { emulate: emulation, manifest, jobs } = request;
  const { store, python } = emulation;
  const folder = join(settings.folder, STAND_IN);
  const out = join(folder, 'aot');
  await build(
    {
      manifest,
      only,
      targets: [STAND_IN],
      triton,
      python,
      out,
      store,
      storeLimit: Number.MAX_SAFE_INTEGER,
      jobs,
      timeout: DEFAULT_TIMEOUT,
    },
    context,
  );
  const pkg = await readSmokePackage(out);
  const selection = selectionOn(selectTests(pkg, { ...request, only }), 'cuda');
  // The commands that repeat runs name the tested package, and no target: it is chosen again.
  const again = { ...request, emulate: { ...emulation, target: undefined } };
  return emulatePackage(pkg, selection, { ...settings, folder }, again, context);
}
