import type { StockResult } from '../core/stock/build.ts';

/** What `build` prints where Triton's own tools wrote the files: a line for each entry point. */
export function stockText({ preparation, out, files }: StockResult): string {
  const { manifest, kernels } = preparation;
  const lines = kernels.map(({ name }) => {
    const count = files.filter((file) => file.startsWith(`${name}/`)).length;
    return `  ${name}: ${count} files\n`;
  });
  return `${manifest.package} ${manifest.version} in ${out}, as Triton ${manifest.triton} writes it\n${lines.join('')}`;
}

export function stockJson({ preparation, out, files, compiled }: StockResult): unknown {
  const { manifest } = preparation;
  return {
    package: manifest.package,
    version: manifest.version,
    triton: manifest.triton,
    out,
    compiled,
    cached: 0,
    files,
  };
}
