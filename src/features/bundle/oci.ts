import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type { BuildContext } from '../../base/context.ts';
import { makeFolder } from '../../base/files.ts';
import { replaceFolder } from '../../base/replace-folder.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import { warpSizeOf } from '../../manifest/terms/target.ts';
import { packArchive } from '../../package/archive/pack.ts';
import type { WheelMachine } from '../../toolchain/platform.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** A bundle to write as an image. */
interface ImageContent {
  readonly name: string;
  /** The files of the bundle, relative to `folder`, sorted. */
  readonly files: readonly string[];
  readonly folder: string;
  readonly targets: readonly Target[];
  readonly entries: number;
  /** Bytes. */
  readonly size: number;
  readonly machine: WheelMachine;
}

const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

/** Writes the OCI image layout of a bundle to a folder in `out`, which it returns. */
export async function replaceImage(
  image: ImageContent & { readonly out: string },
  context: BuildContext,
): Promise<string> {
  const out = resolve(image.out, `${image.name}-oci`);
  const write = async (fresh: string): Promise<{ readonly folder: string }> => {
    await writeImage(image, fresh, context.signal);
    return { folder: fresh };
  };
  await replaceFolder(out, write, context);
  return out;
}

/**
 * Writes an OCI image layout with one layer: the bundle, below `io.triton.cache`. The labels are those
 * of MCV's images, by which GKM and KServe find the GPUs that an image is for.
 * Sources: OCI Image Format Specification 1.1, "Image Layout Specification"; redhat-et/GKM,
 * mcv/docs/design.md, "Image Label Schema".
 * @param out an empty folder
 */
async function writeImage(
  { name, files, folder, targets, entries, size, machine }: ImageContent,
  out: string,
  signal: AbortSignal,
): Promise<void> {
  const blobs = join(out, 'blobs/sha256');
  await makeFolder(blobs);
  const contents = await Promise.all(
    files.map(async (path) => ({
      path: `io.triton.cache/${name}/${path}`,
      file: join(folder, path),
      size: (await stat(join(folder, path))).size,
    })),
  );
  const draft = join(blobs, 'layer');
  const packed = await packArchive(contents, draft, { signal, onEntry: () => undefined });
  await rename(draft, join(blobs, packed.sha256));
  const layer = { mediaType: LAYER, digest: `sha256:${packed.sha256}`, size: packed.size };
  const write = async (mediaType: string, value: unknown) => {
    const text = canonicalJson(value);
    const digest = sha256(text);
    await writeFile(join(blobs, digest), text);
    return { mediaType, digest: `sha256:${digest}`, size: Buffer.byteLength(text) };
  };
  const config = await write('application/vnd.oci.image.config.v1+json', {
    architecture: machine === 'x86_64' ? 'amd64' : 'arm64',
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: [`sha256:${await tarDigest(join(blobs, packed.sha256))}`] },
    config: {
      Labels: {
        'cache.triton.image/variant': 'multi',
        'cache.triton.image/entry-count': String(entries),
        'cache.triton.image/cache-size-bytes': String(size),
        'cache.triton.image/summary': JSON.stringify({ targets: targets.map(imageTarget) }),
        'org.opencontainers.image.title': name,
      },
    },
  });
  const manifest = await write('application/vnd.oci.image.manifest.v1+json', {
    schemaVersion: 2,
    mediaType: 'application/vnd.oci.image.manifest.v1+json',
    config,
    layers: [layer],
  });
  await writeFile(join(out, 'oci-layout'), '{"imageLayoutVersion":"1.0.0"}');
  await writeFile(
    join(out, 'index.json'),
    canonicalJson({ schemaVersion: 2, manifests: [manifest] }),
  );
}

/** A target as MCV writes it. */
function imageTarget(target: Target) {
  return {
    backend: target.backend,
    arch: String(target.arch),
    warp_size: warpSizeOf(target),
  };
}

/** Returns the digest of what is compressed in a file. */
async function tarDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), hash);
  return hash.digest('hex');
}
