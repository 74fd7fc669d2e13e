import type { BuildContext } from '../core/context.ts';
import type { Place } from '../core/errors.ts';
import { formatPath, readDocument, type Path } from '../core/manifest/document.ts';
import { smokeFailure } from '../core/smoke/smoke.ts';
import { downloadPackage } from './artifact.ts';
import { downloadReleased } from './smoke-release.ts';
import { gateRefusal, runGate } from './gate.ts';
import { setOutputs } from './report.ts';
import type { SmokeInputs } from './smoke-inputs.ts';
import { smokeOutputs, writeResults } from './smoke-report.ts';

/** Tests a package that was built elsewhere, and tells the workflow about it. */
export async function runSmoke(inputs: SmokeInputs, context: BuildContext): Promise<void> {
  const refusal = await gateRefusal(inputs.allowUntrusted, context);
  if (refusal !== undefined) throw refusal;
  const folder = await packageFolder(inputs, context);
  const { gpu, device, only, sanitize, wait, timeout } = inputs;
  const settings = { package: folder, gpu, device, only, sanitize, wait, timeout };
  const result = await runGate(settings, context);
  setOutputs(smokeOutputs(result, await writeResults(result, context.scratch)));
  const failure = smokeFailure(result, await locator(inputs.manifest));
  if (failure !== undefined) throw failure;
}

async function packageFolder(
  { artifact, release, package: folder }: SmokeInputs,
  context: BuildContext,
): Promise<string> {
  const { log, scratch } = context;
  if (release !== undefined) {
    return log.group(`Download the release ${release.release}`, () =>
      downloadReleased(release, folder, context),
    );
  }
  if (artifact === undefined) return folder;
  return log.group(`Download the artifact ${artifact}`, () =>
    downloadPackage(artifact, folder, scratch),
  );
}

/** Finds the lines of a manifest. A GPU job need not have it: then all that is known is the file. */
async function locator(file: string): Promise<(path: Path) => Place> {
  const document = await readDocument(file);
  return (path) => document?.locate(path) ?? { file, path: formatPath(path) };
}
