import { describe, expect, it } from '#jest';
import { setTimeout } from 'node:timers/promises';
import type { RunContext } from '../../src/base/context.ts';
import { interruptedFailure } from '../../src/base/interrupts.ts';
import { type Environment, run } from '../../src/base/process.ts';
import { attestationCommands, verifyAttestation } from '../../src/github/attestation.ts';
import { fakeGh } from '../support/gh-tool.ts';
import { expectGolden, failureOf } from '../support/golden.ts';
import { silentLog } from '../support/silent-log.ts';

const ARCHIVE = 'aot-demo-1.0.0.tar.gz';
const SOURCE = { repository: 'me/kernels', token: 'secret' };

const ARGUMENTS = ['attestation', 'verify', ARCHIVE, '--repo', 'me/kernels'];
const PREDICATE = ['--predicate-type', 'https://slsa.dev/provenance/v1', '--format', 'json'];

function contextOf(
  env: Environment,
  messages: string[] = [],
  signal = new AbortController().signal,
): RunContext {
  const log = { ...silentLog, info: (message: string) => void messages.push(message) };
  return { env, log, signal, runTool: run };
}

describe('the attestation of an archive', () => {
  it('is verified by gh, which gets the repository and no other secrets', async () => {
    await using gh = await fakeGh();
    const env = { PATH: gh.path, HOME: '/home/me', AWS_SECRET: 'x', ACTIONS_RUNTIME_TOKEN: 'y' };
    const messages: string[] = [];
    await verifyAttestation(ARCHIVE, SOURCE, contextOf(env, messages));
    expect(messages).toEqual([
      `${ARCHIVE} was attested by https://github.com/me/kernels/.github/workflows/release.yml@refs/tags/v1.0.0`,
    ]);
    expect(await gh.calls()).toEqual([
      {
        args: [ARGUMENTS, PREDICATE].flat(),
        env: {
          PATH: gh.path,
          HOME: '/home/me',
          GH_TOKEN: 'secret',
          GH_NO_UPDATE_NOTIFIER: '1',
          GH_PROMPT_DISABLED: '1',
          NO_COLOR: '1',
        },
      },
    ]);
  });

  it('can be required from a run for a tag, by one workflow, and not on a self-hosted runner', async () => {
    await using gh = await fakeGh();
    const signerWorkflow = 'me/kernels/.github/workflows/release.yml';
    const source = { ...SOURCE, tag: 'v1.0.0', signerWorkflow, denySelfHostedRunners: true };
    await verifyAttestation(ARCHIVE, source, contextOf({ PATH: gh.path }));
    const [{ args } = { args: [] }] = await gh.calls();
    const rules = ['--signer-workflow', signerWorkflow, '--deny-self-hosted-runners'];
    expect(args).toEqual([
      ...[ARGUMENTS, PREDICATE].flat(),
      '--source-ref',
      'refs/tags/v1.0.0',
      ...rules,
    ]);
  });

  it('can be in a file beside it, and its repository on another server', async () => {
    await using gh = await fakeGh();
    const env = { PATH: gh.path, GITHUB_SERVER_URL: 'https://corp.ghe.com', GITHUB_TOKEN: 'job' };
    const source = { repository: 'me/kernels', token: undefined, attestations: 'a.sigstore.jsonl' };
    await verifyAttestation(ARCHIVE, source, contextOf(env));
    const [{ args, env: given } = { args: [], env: {} }] = await gh.calls();
    expect(args.slice(-2)).toEqual(['--bundle', 'a.sigstore.jsonl']);
    expect(given).toMatchObject({ GH_HOST: 'corp.ghe.com', GH_TOKEN: 'job' });
  });

  it('cannot be verified without gh', async () => {
    const context = contextOf({ PATH: '/nowhere' });
    expectGolden(await failureOf(() => verifyAttestation(ARCHIVE, SOURCE, context)));
  });

  it.each([
    [1, 'Error: verifying with issuer "sigstore.dev"'],
    [1, 'no attestations found for subject sha256:00'],
    [4, 'To get started, please run: gh auth login'],
    [1, 'HTTP 403: Resource not accessible'],
    [1, 'unknown flag: --predicate-type'],
    [1, 'unknown command "attestation" for "gh"'],
    [1, 'HTTP 503: no server is available'],
    [1, 'dial tcp: lookup api.github.com'],
  ])('fails with the message of gh: status %d, %s', async (code, stderr) => {
    await using gh = await fakeGh({ code, stderr });
    const context = contextOf({ PATH: gh.path });
    expectGolden(await failureOf(() => verifyAttestation(ARCHIVE, SOURCE, context)));
  });

  it.each([
    ['', '✗ No attestations found with predicate type: https://slsa.dev/provenance/v1'],
    ['[]', 'nothing'],
    ['[{"verificationResult": {"statement": {"predicateType": "https://cyclonedx.org/bom"}}}]', ''],
  ])('fails if gh succeeds but shows none: %s', async (stdout, stderr) => {
    await using gh = await fakeGh({ stdout, stderr });
    const context = contextOf({ PATH: gh.path });
    expectGolden(await failureOf(() => verifyAttestation(ARCHIVE, SOURCE, context)));
  });

  it('is interrupted with the run', async () => {
    await using gh = await fakeGh({ hangs: true });
    const controller = new AbortController();
    const context = contextOf({ PATH: gh.path }, [], controller.signal);
    const verified = verifyAttestation(ARCHIVE, SOURCE, context);
    const ended = expect(verified).rejects.toMatchObject({ kind: 'interrupted' });
    while ((await gh.calls()).length === 0) await setTimeout(10);
    controller.abort(interruptedFailure('SIGINT'));
    await ended;
  });

  it('can be verified by hand', () => {
    expect(attestationCommands(ARCHIVE, 'me/kernels')).toEqual([
      'sha256sum --check --ignore-missing aot-demo-1.0.0.SHA256SUMS',
      'gh attestation verify aot-demo-1.0.0.tar.gz --repo me/kernels',
      'gh attestation verify aot-demo-1.0.0.tar.gz --repo me/kernels --bundle aot-demo-1.0.0.sigstore.jsonl',
      'gh attestation verify aot-demo-1.0.0.tar.gz --repo me/kernels --predicate-type https://github.com/triton-aot/triton-aot-action/evidence/v1 --format json',
    ]);
    expect(
      attestationCommands('aot-demo-1.0.0.tar.gz', 'me/kernels', { hasEvidence: false }),
    ).toHaveLength(3);
    // Without it, gh refuses what a reusable workflow of another repository signed.
    const signerWorkflow = 'we/tools/.github/workflows/release.yml';
    const [, ...verify] = attestationCommands(ARCHIVE, 'me/kernels', { signerWorkflow });
    for (const line of verify) expect(line).toContain(`--signer-workflow ${signerWorkflow}`);
  });
});
