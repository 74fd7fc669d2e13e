import { Failure } from '../../core/base/errors.ts';
import { parseTarget } from '../../core/model/target.ts';
import type { ReleaseAsset, ReleaseSource } from '../release-assets.ts';
import { missingTargets, missingTargetsFailure, parseTargetNames } from './choose-package.ts';

/** An archive of a release, and what its name tells of the package in it. */
interface Archive {
  readonly asset: ReleaseAsset;
  readonly stem: string;
  readonly package: string | undefined;
  readonly version: string | undefined;
  /** Of a part. */
  readonly target: string | undefined;
}

/** Unpacked more quickly, and smaller, first. */
const SUFFIXES = ['.tar.zst', '.tar.gz', '.tgz'] as const;

type Wanted = Pick<ReleaseSource, 'asset' | 'package' | 'targets'>;

/**
 * The archive that is meant among the files of a release; `named` is the release, for messages.
 * @throws {Failure} `usage` where none is, or more than one could be.
 */
export function chooseAsset(
  assets: readonly ReleaseAsset[],
  wanted: Wanted,
  named: string,
): ReleaseAsset {
  // Any other is still being uploaded, or never was to its end.
  const whole = assets.filter(({ state }) => state === 'uploaded');
  if (wanted.asset !== undefined) return namedAsset(whole, wanted.asset, named);
  const archives = packageArchives(whole);
  const ofPackage = archives.filter(
    (archive) => wanted.package === undefined || archive.package === wanted.package,
  );
  if (ofPackage.length === 0) {
    const of = wanted.package === undefined ? '' : ` of the package \`${wanted.package}\``;
    throw unfound(`${named} has no archive${of}, aot-*.tar.zst or aot-*.tar.gz`, whole);
  }
  return oneOf(ofPackage, wanted, named).asset;
}

function namedAsset(whole: readonly ReleaseAsset[], name: string, named: string): ReleaseAsset {
  const asset = whole.find((one) => one.name === name);
  if (asset === undefined) throw unfound(`${named} has no file \`${name}\``, whole);
  if (SUFFIXES.some((suffix) => name.endsWith(suffix))) return asset;
  throw new Failure('usage', {
    message: `\`${name}\` of ${named} is no archive of a package`,
    hint: `Name one that ends with ${SUFFIXES.join(', ')} in \`asset\`.`,
  });
}

/** One for each package, or part of one, in the format that is best. */
function packageArchives(assets: readonly ReleaseAsset[]): readonly Archive[] {
  const byStem = new Map<string, Archive>();
  for (const suffix of SUFFIXES) {
    for (const asset of assets) {
      const stem = asset.name.slice(0, -suffix.length);
      if (!asset.name.endsWith(suffix) || !stem.startsWith('aot-') || byStem.has(stem)) continue;
      byStem.set(stem, { asset, stem, ...factsIn(stem) });
    }
  }
  return [...byStem.values()];
}

/** `aot-<package>-<version>[-<target>]`: a package's name is a C identifier, without hyphens. */
function factsIn(stem: string): Pick<Archive, 'package' | 'version' | 'target'> {
  const form = /^aot-([A-Za-z_]\w*)-(\d.*?)(?:-(sm_\d+))?$/;
  const [, name, version, target] = form.exec(stem) ?? [];
  return { package: name, version, target };
}

function oneOf(archives: readonly Archive[], { targets }: Wanted, named: string): Archive {
  const packages = new Set(archives.map((archive) => archive.package ?? archive.stem));
  if (packages.size > 1)
    throw several(`${named} has several packages`, packages, 'Name one in `package`.');
  const versions = new Set(archives.map(({ version }) => version));
  if (versions.size > 1) {
    const stems = archives.map(({ stem }) => stem);
    throw several(`${named} has several versions`, stems, 'Name the file in `asset`.');
  }
  return partFor(archives, targets) ?? wholeOf(archives, targets, named);
}

/** The part that serves all that is wanted, best the GPU's own. */
function partFor(
  archives: readonly Archive[],
  targets: readonly string[] = [],
): Archive | undefined {
  const wanted = parseTargetNames(targets);
  const parts = archives.filter(
    ({ target }) =>
      wanted.length > 0 && target !== undefined && missingTargets([target], wanted).length === 0,
  );
  const arch = ({ target = '' }: Archive): number => parseTarget(target)?.arch ?? 0;
  return parts.toSorted((a, b) => arch(b) - arch(a))[0];
}

function wholeOf(
  archives: readonly Archive[],
  targets: readonly string[] | undefined,
  named: string,
): Archive {
  const [only] = archives;
  const whole = archives.find(({ target }) => target === undefined);
  if (whole !== undefined) return whole;
  const held = archives.flatMap(({ target }) => target ?? []);
  const missing = missingTargets(held, parseTargetNames(targets));
  if (missing.length > 0) throw missingTargetsFailure(named, missing, held);
  if (archives.length === 1 && only !== undefined) return only;
  throw several(
    `${named} has the package in parts, one for each architecture`,
    held,
    'Each part is a package of its own: name one architecture in `targets`, or fetch each to a folder of its own.',
  );
}

function several(message: string, names: Iterable<string>, hint: string): Failure {
  return new Failure('usage', { message: `${message}: ${[...names].join(', ')}`, hint });
}

function unfound(message: string, whole: readonly ReleaseAsset[]): Failure {
  const names = whole.map(({ name }) => name).join(', ') || 'no files';
  return new Failure('usage', {
    message,
    hint: `It has: ${names}. Name a package's archive in \`asset\`, or another release.`,
  });
}
