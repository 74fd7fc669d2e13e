import { describe, expect, it } from '#jest';
import { join } from 'node:path';
import { startResultsService } from '../../support/results-service.ts';
import { artifactCall, type Client, createClient } from '../../support/results-service/client.ts';

const TEXT = 'a text '.repeat(1000);

async function filled(): Promise<Client> {
  const client = await createClient();
  await client.write('out/a.txt', TEXT);
  return client;
}

const upload = ({ folder }: Client) =>
  artifactCall('uploadArtifact', 'package', [join(folder, 'out/a.txt')], folder, {
    compressionLevel: 0,
  });

const download = ({ folder }: Client, expectedHash?: string) =>
  artifactCall('downloadArtifact', 1, { path: join(folder, 'down'), expectedHash });

describe('the fake artifact service, with the real @actions/artifact', () => {
  it.each([false, true])(
    'serves a job of the same run by name (as from Azure: %s)',
    async (azure) => {
      await using service = await startResultsService({ azure });
      await using client = await filled();
      const uploaded = await client.run(service.env, upload(client));
      const [{ digest, content } = { digest: '', content: '' }] = service.artifacts;
      const value = { id: 1, size: content.length, digest: digest.replace('sha256:', '') };
      expect(uploaded.outcomes).toEqual([{ value }]);
      const sibling = service.envOf({ job: 'job-2' });
      const { outcomes } = await client.run(
        sibling,
        artifactCall('getArtifact', 'package'),
        download(client, digest),
      );
      expect(outcomes).toMatchObject([
        { value: { artifact: { name: 'package', id: 1, size: content.length, digest } } },
        { value: { digestMismatch: false } },
      ]);
      expect(await client.read('down/out/a.txt')).toBe(TEXT);
      expect(service.requests.map(({ name }) => name)).toEqual([
        'CreateArtifact',
        'PUT artifact/1 block',
        'PUT artifact/1 blocklist',
        'FinalizeArtifact',
        'ListArtifacts',
        'ListArtifacts',
        'GetSignedArtifactURL',
        'GET artifact/1',
      ]);
    },
  );

  it('keeps names unique in a run until they are deleted: uploadArtifact throws', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    const { outcomes } = await client.run(
      service.env,
      upload(client),
      upload(client),
      artifactCall('deleteArtifact', 'package'),
      upload(client),
      artifactCall('listArtifacts'),
    );
    expect(outcomes).toMatchObject([
      { value: { id: 1 } },
      { error: expect.stringContaining('an artifact with this name already exists') },
      { value: { id: 1 } },
      { value: { id: 2 } },
      { value: { artifacts: [{ id: 2 }] } },
    ]);
  });

  it('hides artifacts of other runs: getArtifact throws', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    await client.run(service.env, upload(client));
    const { outcomes } = await client.run(
      service.envOf({ run: 'run-2' }),
      artifactCall('getArtifact', 'package'),
      upload(client),
    );
    expect(outcomes).toMatchObject([
      { error: expect.stringContaining('ArtifactNotFoundError') },
      { value: { id: 2 } },
    ]);
  });

  it('sends damaged content: downloadArtifact extracts it, and only reports the digest', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    await client.run(service.env, upload(client));
    service.fail('GET', { kind: 'flip' });
    const digest = service.artifacts[0]?.digest;
    const { outcomes } = await client.run(service.env, download(client, digest), download(client));
    expect(outcomes).toMatchObject([
      { value: { digestMismatch: true } },
      { value: { digestMismatch: false } },
    ]);
    const extracted = await client.read('down/out/a.txt');
    expect(extracted).toHaveLength(TEXT.length);
    expect(extracted).not.toBe(TEXT);
  });

  it('refuses the download: five attempts, five seconds apart, then downloadArtifact throws', async () => {
    await using service = await startResultsService();
    await using client = await filled();
    await client.run(service.env, upload(client));
    service.fail('GET', { kind: 'status', status: 404 });
    const { outcomes, waits } = await client.run(service.env, download(client));
    expect(outcomes).toEqual([{ error: expect.stringContaining('failed after 5 retries') }]);
    expect(waits).toEqual([5000, 5000, 5000, 5000, 5000]);
  });

  it('breaks off the download: each of the five attempts waits for 30 seconds of silence', async () => {
    await using service = await startResultsService();
    await using client = await createClient({ impatient: true });
    await client.write('out/a.txt', TEXT);
    await client.run(service.env, upload(client));
    service.fail('GET', { kind: 'truncate' });
    const { outcomes, waits } = await client.run(service.env, download(client));
    expect(outcomes).toEqual([{ error: expect.stringContaining('failed after 5 retries') }]);
    expect(waits).toHaveLength(5);
    expect(await client.read('down/out/a.txt')).toBeDefined();
  });

  it('answers 429: unlike the cache client this one makes five attempts', async () => {
    await using service = await startResultsService();
    await using client = await createClient();
    service.fail('ListArtifacts', { kind: 'status', status: 429, retryAfter: 17 });
    const { outcomes, waits } = await client.run(service.env, artifactCall('listArtifacts'));
    expect(outcomes).toEqual([{ error: expect.stringContaining('after 5 attempts') }]);
    expect(waits).toHaveLength(4);
  });
});
