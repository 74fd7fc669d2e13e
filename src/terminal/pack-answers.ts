import type { Distribution } from '../core/distribution/distribution.ts';
import { formatSize } from '../core/store/size.ts';

/** What `pack` prints: what was packed, and each file with its size and SHA-256. */
export function packText(distributions: readonly Distribution[], out: string): string {
  return distributions
    .map(({ pkg: { folder, manifest }, files }) => {
      const widths = {
        name: Math.max(...files.map(({ name }) => name.length)),
        size: Math.max(...files.map(({ size }) => formatSize(size).length)),
      };
      const lines = files.map(
        ({ name, size, sha256 }) =>
          `  ${name.padEnd(widths.name)}  ${formatSize(size).padStart(widths.size)}  ${sha256}\n`,
      );
      const part = manifest.part === undefined ? '' : ` for ${manifest.part}`;
      return `${manifest.package} ${manifest.version}${part} (${folder}) in ${out}\n${lines.join('')}`;
    })
    .join('');
}

export function packJson(distributions: readonly Distribution[]): unknown {
  return {
    packages: distributions.map(({ pkg: { folder, manifest }, stem, files }) => ({
      package: manifest.package,
      version: manifest.version,
      ...(manifest.part !== undefined && { part: manifest.part }),
      folder,
      stem,
      files,
    })),
  };
}
