import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { makeFolder } from '../../base/files.ts';
import { canonicalJson, sha256 } from '../../base/text.ts';
import { packArchive } from '../archive/pack.ts';

/** A target of the kernels in an image, as MCV writes it. */
interface ImageTarget {
  readonly backend: string;
  readonly arch: string;
  readonly warp_size: number;
}

/** The contents of an image. */
interface ImageContent {
  /** The name of the bundle's folder. */
  readonly name: string;
  /** The files of the bundle, relative to `folder`, sorted. */
  readonly files: readonly string[];
  readonly folder: string;
  readonly targets: readonly ImageTarget[];
  readonly entries: number;
  /** Bytes. */
  readonly size: number;
  /** The architecture of the processor, as Go names it: `amd64`. */
  readonly processor: string;
}

const LAYER = 'application/vnd.oci.image.layer.v1.tar+gzip';

/**
 * Writes an OCI image layout with one layer: the bundle, below `io.triton.cache`. The labels are those
 * of MCV's images, by which GKM and KServe find the GPUs that an image is for.
 * Sources: OCI Image Format Specification 1.1, "Image Layout Specification"; redhat-et/GKM,
 * mcv/docs/design.md, "Image Label Schema".
 * @param out an empty folder
 */
export async function writeImage(
  { name, files, folder, targets, entries, size, processor }: ImageContent,
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
    architecture: processor,
    os: 'linux',
    rootfs: { type: 'layers', diff_ids: [`sha256:${await tarDigest(join(blobs, packed.sha256))}`] },
    config: {
      Labels: {
        'cache.triton.image/variant': 'multi',
        'cache.triton.image/entry-count': String(entries),
        'cache.triton.image/cache-size-bytes': String(size),
        'cache.triton.image/summary': JSON.stringify({ targets }),
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

/** Returns the digest of what is compressed in a file. */
async function tarDigest(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), createGunzip(), hash);
  return hash.digest('hex');
}
