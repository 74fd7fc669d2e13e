import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../core/errors.ts';
import { MANIFEST_FILE } from '../core/package/files.ts';

/**
 * Downloads an artifact of this workflow run to a fresh folder below `scratch`, and gives the folder of the package in
 * it: the artifact itself, or `folder` inside it.
 * @throws {Failure} `usage` where the run has no such artifact, `environment` where it does not come over whole.
 */
export async function downloadPackage(
  name: string,
  folder: string,
  scratch: string,
): Promise<string> {
  // Only now: the client is most of what an action with it loads.
  const { DefaultArtifactClient } = await import('@actions/artifact');
  const client = new DefaultArtifactClient();
  const { artifacts } = await reached(client.listArtifacts({ latest: true }));
  const artifact = artifacts.find((one) => one.name === name);
  if (artifact === undefined) {
    const names = artifacts.map((one) => one.name).join(', ') || 'none';
    throw new Failure('usage', {
      message: `this workflow run has no artifact \`${name}\``,
      hint: `It has: ${names}. Have the job that uploads it named in \`needs\`.`,
    });
  }
  const path = await mkdtemp(join(scratch, 'package-'));
  const { digestMismatch } = await reached(
    client.downloadArtifact(artifact.id, {
      path,
      ...(artifact.digest !== undefined && { expectedHash: artifact.digest }),
    }),
  );
  if (digestMismatch === true) {
    throw new Failure('environment', {
      message: `the artifact \`${name}\` did not arrive as it was uploaded`,
      hint: 'Run the job again.',
    });
  }
  return existsSync(join(path, MANIFEST_FILE)) ? path : join(path, folder);
}

async function reached<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new Failure(
      'environment',
      {
        message: `the workflow's artifacts cannot be reached: ${message}`,
        hint: 'Run the job again, or download the artifact in a step before and name its folder in `package`.',
      },
      { cause: error },
    );
  }
}
