import type { Place } from '../base/errors.ts';
import { isCompiler, normalName } from './terms/triton-version.ts';
import type { Problems } from './problems.ts';

/** A package of the index whose kernels are built. */
export interface PackagePin {
  /** As indexes write it, such as `liger-kernel`. */
  readonly name: string;
  /** The exact version. */
  readonly version: string;
  /** Its place in the manifest. */
  readonly place?: Place | undefined;
}

/** Source: "Names and normalization" in the Python packaging specifications. */
const NAME = /^[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?$/i;

/** An exact version. Source: PEP 440, in its normal form. */
const VERSION =
  /^(?:\d+!)?\d+(?:\.\d+)*(?:(?:a|b|rc)\d+)?(?:\.post\d+)?(?:\.dev\d+)?(?:\+[a-z0-9]+(?:\.[a-z0-9]+)*)?$/;

/** Reads the section `packages:`: names of packages, each with an exact version. */
export function readPackages(
  given: Readonly<Record<string, string>> = {},
  problems: Problems,
): readonly PackagePin[] {
  const pins = new Map<string, PackagePin>();
  for (const [text, version] of Object.entries(given)) {
    const inPackage = problems.at(text);
    const name = normalName(text);
    if (!NAME.test(text)) inPackage.add(`\`${text}\` is not the name of a package`);
    else if (isCompiler(text))
      inPackage.add(
        `\`${text}\` is the compiler, not a package with kernels`,
        'Set the Triton version with `triton:`.',
      );
    else if (pins.has(name)) inPackage.add(`\`${name}\` is listed twice`);
    else if (!VERSION.test(version))
      inPackage.add(
        `\`${version}\` is not an exact version`,
        `Write one such as \`${name}: 1.2.0\`, without \`==\`, \`>=\` or \`*\`.`,
      );
    pins.set(name, { name, version, place: inPackage.place });
  }
  return [...pins.values()];
}
