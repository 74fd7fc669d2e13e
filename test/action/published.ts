import type { Published } from '../../src/publish.ts';

const STEM = 'aot-demo-1.2.0';

const FILES = [
  { kind: 'archive', name: `${STEM}.tar.gz` },
  { kind: 'sbom', name: `${STEM}.cdx.json` },
  { kind: 'sums', name: `${STEM}.SHA256SUMS` },
] as const;

/** A release with new files and a file that was there before. */
export const PUBLISHED: Published = {
  repository: 'me/kernels',
  tag: 'v<1>',
  id: 7,
  url: 'https://github.example/releases/v1',
  isPublished: true,
  distributions: [
    {
      stem: STEM,
      notes: '',
      remarks: [],
      hasEvidence: true,
      files: FILES.map((file) => ({ ...file, file: '', size: 2048, sha256: '' })),
    },
  ],
  files: FILES.map(({ kind, name }, id) => ({
    asset: {
      id,
      name,
      url: `https://api.example/assets/${id}`,
      browser_download_url: `https://github.example/${name}`,
      state: 'uploaded',
      size: 2048,
      digest: `sha256:${String(id).repeat(64)}`,
    },
    isNew: kind !== 'sums',
  })),
  attestationUrls: ['https://github.example/attestations/1'],
};
