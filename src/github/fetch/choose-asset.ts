import { Failure } from '../../base/errors.ts';
import { parseTarget } from '../../manifest/terms/target.ts';
import type { ReleaseAsset } from '../release-assets.ts';
import { missingTargets, missingTargetsFailure, parseTargetNames } from './choose-package.ts';
import type { ReleaseSource } from './choose-release.ts';

/** An archive of a release, and what its name says about the package in it. */
interface Archive {
  readonly asset: ReleaseAsset;
  readonly stem: string;
  readonly package: string | undefined;
  readonly version: string | undefined;
  /** The target of a part. */
  readonly target: string | undefined;
}

/** Best first: it is smaller and unpacks faster. */
const SUFFIXES = ['.tar.zst', '.tar.gz', '.tgz'] as const;

type Wanted = Pick<ReleaseSource, 'asset' | 'package' | 'targets'>;

/**
 * Finds the archive among the files of a release. `title` is the release, for messages.
 * @throws {Failure} `usage` if none matches, or more than one.
 */
export function chooseAsset(
  assets: readonly ReleaseAsset[],
  wanted: Wanted,
  title: string,
): ReleaseAsset {
  // In any other state the upload is not finished.
  const uploaded = assets.filter(({ state }) => state === 'uploaded');
  if (wanted.asset !== undefined) return namedAsset(uploaded, wanted.asset, title);
  const archives = packageArchives(uploaded);
  const ofPackage = archives.filter(
    (archive) => wanted.package === undefined || archive.package === wanted.package,
  );
  if (ofPackage.length === 0) {
    const of = wanted.package === undefined ? '' : ` of the package \`${wanted.package}\``;
    throw notFound(`${title} has no archive${of}, aot-*.tar.zst or aot-*.tar.gz`, uploaded);
  }
  return oneOf(ofPackage, wanted, title).asset;
}

function namedAsset(uploaded: readonly ReleaseAsset[], name: string, title: string): ReleaseAsset {
  const asset = uploaded.find((one) => one.name === name);
  if (asset === undefined) throw notFound(`${title} has no file \`${name}\``, uploaded);
  if (SUFFIXES.some((suffix) => name.endsWith(suffix))) return asset;
  throw new Failure('usage', {
    message: `\`${name}\` of ${title} is not an archive of a package`,
    hint: `Set \`asset\` to a file that ends with ${SUFFIXES.join(', ')}.`,
  });
}

/** One archive for each package or part of a package, in the best format. */
function packageArchives(assets: readonly ReleaseAsset[]): readonly Archive[] {
  const byStem = new Map<string, Archive>();
  for (const suffix of SUFFIXES) {
    for (const asset of assets) {
      const stem = asset.name.slice(0, -suffix.length);
      if (!asset.name.endsWith(suffix) || !stem.startsWith('aot-') || byStem.has(stem)) continue;
      byStem.set(stem, { asset, stem, ...parseStem(stem) });
    }
  }
  return [...byStem.values()];
}

/** `aot-<package>-<version>[-<target>]`: a package's name is a C identifier, without hyphens. */
export function parseStem(stem: string): Pick<Archive, 'package' | 'version' | 'target'> {
  const form = /^aot-([A-Za-z_]\w*)-(\d.*?)(?:-(sm_\d+))?$/;
  const [, name, version, target] = form.exec(stem) ?? [];
  return { package: name, version, target };
}

function oneOf(archives: readonly Archive[], { targets }: Wanted, title: string): Archive {
  const packages = new Set(archives.map((archive) => archive.package ?? archive.stem));
  if (packages.size > 1)
    throw several(`${title} has several packages`, packages, 'Name one in `package`.');
  const versions = new Set(archives.map(({ version }) => version));
  if (versions.size > 1) {
    const stems = archives.map(({ stem }) => stem);
    throw several(`${title} has several versions`, stems, 'Name the file in `asset`.');
  }
  return partFor(archives, targets) ?? wholeOf(archives, targets, title);
}

/** A part that runs on all wanted targets, the most specific one first. */
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
  title: string,
): Archive {
  const [only] = archives;
  const whole = archives.find(({ target }) => target === undefined);
  if (whole !== undefined) return whole;
  const held = archives.flatMap(({ target }) => target ?? []);
  const missing = missingTargets(held, parseTargetNames(targets));
  if (missing.length > 0) throw missingTargetsFailure(title, missing, held);
  if (archives.length === 1 && only !== undefined) return only;
  throw several(
    `${title} has the package in parts, one for each target`,
    held,
    'Name one target in `targets`. To get all parts, fetch each to its own folder.',
  );
}

function several(message: string, names: Iterable<string>, hint: string): Failure {
  return new Failure('usage', { message: `${message}: ${[...names].join(', ')}`, hint });
}

function notFound(message: string, uploaded: readonly ReleaseAsset[]): Failure {
  const names = uploaded.map(({ name }) => name).join(', ') || 'none';
  return new Failure('usage', {
    message,
    hint: `Its files are: ${names}. Set \`asset\` to the archive of a package, or choose another release.`,
  });
}
