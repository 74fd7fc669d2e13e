import { basename } from 'node:path';
import type { BuildResult } from '../core/build.ts';
import type { BuildContext } from '../core/context.ts';
import { Failure } from '../core/errors.ts';
import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT } from '../core/smoke/request.ts';
import type { SmokeResult } from '../core/smoke/result.ts';
import { smokeFailure } from '../core/smoke/smoke.ts';
import type { StockResult } from '../core/stock/build.ts';
import { runGate } from './gate.ts';
import type { Inputs, SmokeMode } from './inputs.ts';
import { annotateNotice } from './log.ts';

/**
 * Tests what was built, one package after the other; nothing where there is nothing to test.
 * @throws {Failure} where the test is required and does not run on any package; see `testFailure` for what it finds.
 */
export async function testBuilt(
  result: BuildResult | StockResult,
  mode: SmokeMode,
  inputs: Inputs,
  context: BuildContext,
): Promise<readonly SmokeResult[]> {
  if (mode === 'off') return [];
  if (result.generator === 'triton') return untested(mode, stockTree(result));
  const folders = testedFolders(result, inputs.split);
  if (folders.length === 0) return untested(mode, withoutTests(result));
  // A GPU runs the packages of its own architecture: of several, one must run.
  const gpu = folders.length > 1 ? 'auto' : mode;
  const { device, sanitize } = inputs;
  const settings = { gpu, device, only: [], sanitize } as const;
  const times = { wait: DEFAULT_WAIT, timeout: DEFAULT_RUN_TIMEOUT };
  const results: SmokeResult[] = [];
  for (const folder of folders)
    results.push(await runGate({ package: folder, ...settings, ...times }, context));
  const reasons = results.flatMap(({ outcome, reason }) =>
    outcome === 'built' && reason !== undefined ? [reason] : [],
  );
  if (mode === 'required' && reasons.length === results.length)
    throw new Failure('no-gpu', reasons);
  return results;
}

/** The failure that results mean; undefined where none failed. Problems stand at the manifest's lines. */
export function testFailure(
  results: readonly SmokeResult[],
  { manifest }: BuildResult['preparation'],
): Failure | undefined {
  const problems = results.flatMap(
    (result) => smokeFailure(result, (path) => manifest.document.locate(path))?.problems ?? [],
  );
  return problems.length === 0 ? undefined : new Failure('smoke', problems);
}

/** The packages that hold something to test. */
function testedFolders(
  { packages, preparation }: BuildResult,
  isSplit: boolean,
): readonly string[] {
  const tested = preparation.kernels.filter(({ smoke }) => smoke !== undefined);
  const targets = new Set(tested.flatMap((kernel) => kernel.targets.map(({ name }) => name)));
  // A part's folder has the name of its target.
  return packages.filter((folder) => (isSplit ? targets.has(basename(folder)) : tested.length > 0));
}

function untested(mode: SmokeMode, why: Failure): readonly SmokeResult[] {
  if (mode === 'required') throw why;
  for (const problem of why.problems) annotateNotice(problem);
  return [];
}

function stockTree({ preparation }: StockResult): Failure {
  return new Failure('usage', {
    message: "there is no smoke test: files of Triton's own tools are no package",
    place: { file: preparation.manifest.file },
    hint: 'Take the native generator, or `smoke: off`.',
  });
}

function withoutTests({ preparation }: BuildResult): Failure {
  return new Failure('smoke', {
    message: 'nothing is tested: no kernel has a `smoke:` section',
    place: { file: preparation.manifest.file },
    hint: 'docs/smoke.md tells how to write one.',
  });
}
