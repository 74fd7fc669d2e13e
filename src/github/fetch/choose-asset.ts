import { Failure } from '../../base/errors.ts';
import type { ReleaseAsset } from '../release-assets.ts';
import { chooseOne } from './choose.ts';
import type { ReleaseSource } from './choose-release.ts';

/** The package that an archive has according to its name. */
interface NamedPackage {
  readonly package: string | undefined;
  readonly version: string | undefined;
}

/** An archive of a release. */
interface Archive extends NamedPackage {
  readonly asset: ReleaseAsset;
  readonly stem: string;
}

const SUFFIXES = ['.tar.gz', '.tgz'] as const;

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
    throw notFound(`${title} has no archive${of}, aot-*.tar.gz`, uploaded);
  }
  const candidates = ofPackage.map((archive) => ({
    item: archive.asset,
    package: archive.package ?? archive.stem,
    name: archive.asset.name,
    targets: undefined,
  }));
  const versions = new Set(ofPackage.map(({ version }) => version));
  if (versions.size > 1 && new Set(candidates.map((one) => one.package)).size === 1) {
    throw new Failure('usage', {
      message: `${title} has several versions: ${ofPackage.map(({ stem }) => stem).join(', ')}`,
      hint: 'Name the file in `asset`.',
    });
  }
  return chooseOne(candidates, wanted, title);
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

/** One archive for each package. */
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

/** `aot-<package>-<version>`: a package's name is a C identifier, without hyphens. */
export function parseStem(stem: string): NamedPackage {
  const [, name, version] = /^aot-([A-Za-z_]\w*)-(\d.*)$/.exec(stem) ?? [];
  return { package: name, version };
}

function notFound(message: string, uploaded: readonly ReleaseAsset[]): Failure {
  const names = uploaded.map(({ name }) => name).join(', ') || 'none';
  return new Failure('usage', {
    message,
    hint: `Its files are: ${names}. Set \`asset\` to the archive of a package, or choose another release.`,
  });
}
