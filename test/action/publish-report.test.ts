import * as core from '@actions/core';
import { describe, expect, it } from '#jest';
import { addPublishSummary, publishLog, publishOutputs } from '../../src/action/publish-report.ts';
import { PUBLISHED } from './published.ts';

describe('the report of a release', () => {
  it('has the digest of the archive, and every file', () => {
    const { assets = '', ...outputs } = publishOutputs(PUBLISHED);
    expect(outputs).toEqual({
      'release-id': '7',
      'release-url': 'https://github.example/releases/v1',
      tag: 'v<1>',
      published: 'true',
      digest: `sha256:${'0'.repeat(64)}`,
      'attestation-urls': '["https://github.example/attestations/1"]',
    });
    expect(JSON.parse(assets)).toContainEqual({
      name: 'aot-demo-1.2.0.tar.gz',
      id: 0,
      url: 'https://github.example/aot-demo-1.2.0.tar.gz',
      size: 2048,
      digest: `sha256:${'0'.repeat(64)}`,
    });
  });

  it('shows in the log what is new and how to verify it', () => {
    const lines = publishLog(PUBLISHED, 'me/kernels');
    expect(lines.slice(0, 4)).toEqual([
      'The release v<1> of me/kernels is published: 2 of 3 files are new.',
      `uploaded ${PUBLISHED.files[0]?.asset.digest} aot-demo-1.2.0.tar.gz`,
      `uploaded ${PUBLISHED.files[1]?.asset.digest} aot-demo-1.2.0.cdx.json`,
      `already present ${PUBLISHED.files[2]?.asset.digest} aot-demo-1.2.0.SHA256SUMS`,
    ]);
    expect(lines).toContain('  sha256sum --check aot-demo-1.2.0.SHA256SUMS');
    expect(lines.join('\n')).toContain('gh attestation verify');
    expect(publishLog(PUBLISHED, undefined).join('\n')).not.toContain('attestation');
  });

  it('has a summary with a row for each file', () => {
    const text = addPublishSummary(core.summary, PUBLISHED, undefined).stringify();
    core.summary.emptyBuffer();
    expect(text).toContain('<h3>Release v&lt;1&gt;</h3>');
    expect(text).toContain(
      `<td>aot-demo-1.2.0.tar.gz</td><td>2.0 KiB</td><td><code>sha256:${'0'.repeat(64)}</code></td><td>uploaded</td>`,
    );
    expect(text).toContain('sha256sum --check aot-demo-1.2.0.SHA256SUMS');
  });

  it('has the remarks of what was released', () => {
    const line = 'serve: no run was recorded';
    const one = { stem: 'serve', files: [], notes: '', remarks: [line], hasEvidence: false };
    const published = { ...PUBLISHED, distributions: [one] };
    expect(publishLog(published, undefined)).toContain(line);
    const text = addPublishSummary(core.summary, published, undefined).stringify();
    core.summary.emptyBuffer();
    expect(text).toContain(line);
  });

  it('says if the release is a draft', () => {
    expect(publishLog({ ...PUBLISHED, isPublished: false }, undefined)[0]).toContain('is a draft:');
  });
});
