import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sha256 } from '../base/text.ts';
import type { ToolchainContext } from './installer.ts';
import { describeDamage } from './interpreter.ts';
import { shareEnvironment } from './own-environment.ts';
import type { WheelMachine } from './platform.ts';
import { findBasePython } from './python.ts';

/** The build backend, for `build-system` of projects. */
export const BUILD_BACKEND = 'hatchling==1.33.0';

/**
 * The tools that make wheels: the build backend hatchling, and auditwheel, which knows the platforms that a
 * library runs on. With all that they need, and the digests of their wheels, which are for every
 * platform. Source: https://pypi.org/simple/NAME/ of each, by
 * `uv pip compile --universal --generate-hashes --python-version 3.10`.
 */
const REQUIREMENTS = `\
auditwheel==6.8.2 --hash=sha256:05fd2dd4b743217cd5f66066adc95b03a079424b1f0a878ad1e40fe2cdea4704
${BUILD_BACKEND} --hash=sha256:415290b84f464d2884303fca8974d38e7b85579069fab02a15db0828fbb1446d
packaging==26.3 --hash=sha256:d7193f7c8e4e93f444fde0262bf90af30e16fa0ad0ad44cb553c87339b23cd1c
pathspec==1.1.1 --hash=sha256:a00ce642f577bf7f473932318056212bc4f8bfdf53128c78bbd5af0b9b20b189
pluggy==1.7.0 --hash=sha256:7dd7b0d8832ba3cb632c306926ded123429211b83641b35dc5c41ad2d34f9bec
pyelftools==0.33 --hash=sha256:f215ad5f47d3f1373a21496a6c9e0707c622840d0622f23ff7ce08678b020036
tomli==2.5.0 ; python_version < "3.11" --hash=sha256:32a7b79ac57a2e83670ce329ccf675798bc5a2094783a63676866b70503f2e2b
tomlkit==0.15.2 --hash=sha256:05562412163a3037b94497385fb7f9204c637bc605af7a48199e41cf2272f437
trove-classifiers==2026.9.21.13 --hash=sha256:8b1ff4f9c191b1040b71c37f1e445ab99732911e3cd91de52838453a854d7a17
`;

/**
 * Returns a Python with hatchling and auditwheel, in an environment below `home`, which is created at
 * first use.
 * @param machine as in the file names of wheels
 * @throws {Failure} `environment` if this machine lacks something.
 */
export async function ensureWheelTools(
  machine: WheelMachine,
  context: ToolchainContext,
): Promise<string> {
  const base = await findBasePython(undefined, context);
  const name = `wheel-tools-${base.tag}-${machine}-${sha256(REQUIREMENTS).slice(0, 8)}`;
  const prepare = async (work: string): Promise<readonly (readonly string[])[]> => {
    const list = join(work, 'requirements.txt');
    await writeFile(list, REQUIREMENTS);
    return [['--require-hashes', '--only-binary=:all:', '-r', list]];
  };
  const { python } = await shareEnvironment(
    {
      folder: resolve(context.home, 'toolchains', name),
      marker: REQUIREMENTS,
      what: `${BUILD_BACKEND} and auditwheel`,
      base,
      machine,
      prepare,
      problem: ({ damage }) =>
        damage.length === 0 ? undefined : `has damaged files: ${describeDamage(damage)}`,
    },
    context,
  );
  return python;
}
