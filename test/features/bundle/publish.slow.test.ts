import { afterEach, beforeEach, describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import { sha256 } from '../../../src/base/text.ts';
import { registerFeatures } from '../../../src/entries/features.ts';
import { REPLAYS_PREDICATE } from '../../../src/features/bundle/index.ts';
import { PROVENANCE_PREDICATE } from '../../../src/github/attestation.ts';
import {
  bundleDigest,
  KEYS,
  REPLAY,
  WHEEL,
  writeFakeBundle,
  writeLines,
} from '../../support/fake-bundle.ts';
import { fakeGh } from '../../support/gh-tool.ts';
import { namesOf, publisher, SUMS } from '../../github/publish/harness.ts';

registerFeatures();

const STEM = WHEEL.replace('.whl', '');

describe('publishing a bundle', () => {
  const at = publisher();
  let folder: string;
  let wheel: string;
  let replays: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'bundle-'));
    wheel = await writeFakeBundle(join(folder, 'dist'));
    replays = join(folder, 'replays');
    const head = { ...REPLAY, bundle: bundleDigest(wheel) };
    await writeLines(replays, '1.jsonl', [head, { kind: 'found', key: KEYS[0] }]);
    await at.serve();
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('attaches its wheel, what was replayed, and checksums, beside the package', async () => {
    await at.publish({ others: { bundles: [join(folder, 'dist')], replays: [replays] } });
    const { assets, body } = at.only();
    const own = [`${STEM}.SHA256SUMS`, `${STEM}.replays.json`, WHEEL];
    expect(namesOf(at.only())).toEqual(expect.arrayContaining([...own, SUMS]));
    const textOf = (name: string): string =>
      String(assets.find((asset) => asset.name === name)?.content);
    expect(assets.find(({ name }) => name === WHEEL)?.content).toEqual(await readFile(wheel));
    expect(textOf(`${STEM}.SHA256SUMS`)).toContain(`${sha256(await readFile(wheel))}  ${WHEEL}\n`);
    expect(JSON.parse(textOf(`${STEM}.replays.json`))).toMatchObject({
      bundleSha256: bundleDigest(wheel),
      replays: [{ found: [KEYS[0]], missing: 0, compiled: 0 }],
    });
    expect(body).toContain(`### serve_bundle 0.1.0

- 2 kernels for a Python program that runs with \`TRITON_CACHE_MANAGER=serve_bundle:Manager\`
- targets: sm_80, sm_90
- for Triton 3.8.0 and Python 3.12.3
- evidence: 1 of 2 kernels were used by a program on NVIDIA H200 (sm_80) with`);
    expect(body).toContain(`gh release download v1.2.0 --repo me/kernels --pattern '${STEM}.*'`);
    expect(body).toContain('### demo 1.2.0');
  });

  it('says that nothing was replayed, and needs no package', async () => {
    await at.publish({ packages: [], others: { bundles: [wheel] } });
    expect(namesOf(at.only())).toEqual([`${STEM}.SHA256SUMS`, WHEEL]);
    expect(at.only().body).toContain('- evidence: no run of a program was recorded\n');
  });

  it('attests the wheel, and what was replayed', async () => {
    const signed: string[][] = [];
    const attest = async ({ files }: { readonly files: readonly { name: string }[] }) => {
      signed.push(files.map(({ name }) => name));
      return { lines: ['{}'], urls: [] };
    };
    const request = {
      packages: [],
      others: { bundles: [wheel], replays: [replays] },
      attest,
    };
    await at.publish(request);
    expect(signed).toEqual([[WHEEL, `${STEM}.replays.json`, `${STEM}.SHA256SUMS`]]);
    const { assets, body } = at.only();
    expect(body).toContain(`gh attestation verify ${WHEEL} --repo`);
    expect(body).toContain(`--bundle ${STEM}.sigstore.jsonl`);
    expect(body).not.toContain('evidence/v1');
    const content: unknown = JSON.parse(
      String(assets.find(({ name }) => name.endsWith('.replays.json'))?.content),
    );
    await using gh = await fakeGh({
      statements: { [PROVENANCE_PREDICATE]: {}, [REPLAYS_PREDICATE]: content },
    });
    await at.publish({ ...request, env: { PATH: gh.path } });
    expect(signed).toHaveLength(1);
    expect((await gh.calls()).map(({ args }) => basename(args[2] ?? ''))).toEqual([WHEEL, WHEEL]);
  });

  it.each<[string, () => object, string, string]>([
    [
      'no package and no bundle',
      () => ({ packages: [] }),
      'usage',
      'neither a package nor a bundle',
    ],
    [
      'replays without a bundle',
      () => ({ others: { replays: [replays] } }),
      'usage',
      'there is no bundle to publish',
    ],
    [
      'a folder without a wheel',
      () => ({ others: { bundles: [replays] } }),
      'usage',
      'no bundle found',
    ],
    [
      'a wheel twice',
      () => ({ others: { bundles: [wheel, wheel] } }),
      'usage',
      `there are two files \`${WHEEL}\``,
    ],
    [
      'another file',
      () => ({ others: { bundles: [join(replays, '1.jsonl')] } }),
      'verification',
      'its name is',
    ],
    [
      'no replays',
      () => ({ others: { bundles: [wheel], replays: [folder + 'x'] } }),
      'usage',
      'no replays in',
    ],
  ])('refuses %s, and asks GitHub nothing', async (_what, request, kind, message) => {
    const error = await at.publish(request()).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ kind });
    expect(messageOf(error)).toContain(message);
    expect(at.api.asked).toEqual([]);
  });

  it('refuses a damaged bundle', async () => {
    await writeFakeBundle(join(folder, 'dist'), {
      files: { 'serve_bundle/cache/AAAA/k.cubin': 'x' },
    });
    await expect(at.publish({ others: { bundles: [wheel] } })).rejects.toMatchObject({
      kind: 'verification',
    });
    expect(at.api.asked).toEqual([]);
  });
});
