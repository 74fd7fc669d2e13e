import { z } from 'zod';
import type { RunContext } from '../core/base/context.ts';
import { Failure } from '../core/base/errors.ts';
import { type Environment, findExecutable, type ProcessResult, run } from '../core/base/process.ts';

/** What was signed for the archives of one package. */
export interface Attestation {
  /** Sigstore bundles, one JSON each: together they are a `.sigstore.jsonl`. */
  readonly lines: readonly string[];
  /** Where GitHub shows them. */
  readonly urls: readonly string[];
}

/** Whose attestations count, and where they are. */
interface AttestationSource {
  /** `owner/name`: a workflow of it must have signed. */
  readonly repository: string;
  readonly token: string | undefined;
  /** A file of bundles; GitHub's attestation service is asked when left out. */
  readonly bundle?: string;
}

/** The kinds of statements about an archive; docs/background/security.md tells what each says. */
export const PROVENANCE_PREDICATE = 'https://slsa.dev/provenance/v1';
export const SBOM_PREDICATE = 'https://cyclonedx.org/bom';
export const EVIDENCE_PREDICATE = 'https://github.com/triton-aot/triton-aot-action/evidence/v1';

/** What of the environment `gh` needs: where it keeps keys and settings, and how it reaches the network. */
const PASSED = [
  'PATH',
  'HOME',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
  'XDG_STATE_HOME',
  'GH_CONFIG_DIR',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'HTTPS_PROXY',
  'https_proxy',
  'HTTP_PROXY',
  'http_proxy',
  'NO_PROXY',
  'no_proxy',
];

/**
 * Verifies through GitHub's own tool `gh` that a workflow of the repository attested where an archive came from.
 * @throws {Failure} `environment` where `gh` is missing, too old or cannot ask GitHub, `verification` where it finds
 * nothing that holds.
 */
export async function verifyAttestation(
  archive: string,
  source: AttestationSource,
  context: RunContext,
): Promise<void> {
  const { env, log, signal } = context;
  const gh = await findExecutable('gh', env);
  if (gh === undefined) {
    throw new Failure('environment', {
      message: `${archive} cannot be verified: GitHub's command line tool \`gh\` is not on PATH`,
      hint: 'Install it from https://cli.github.com, or leave the attestation unverified.',
    });
  }
  const argv = [gh, 'attestation', 'verify', archive, ...flags(source)];
  const ended = await run(argv, { env: environmentOf(env, source.token), signal });
  const signers = ended.code === 0 ? signersOf(ended.stdout) : [];
  if (signers.length === 0) throw unverified(archive, source, ended);
  log.info(`${archive} was attested by ${signers.join(', ')}`);
}

/**
 * What a user may type to verify the archive `name`, each a line: its digest, where it came from, the same with what
 * was downloaded beside it, and the evidence of its GPU tests where there is any.
 */
export function attestationCommands(
  name: string,
  repository: string,
  hasEvidence = true,
): readonly string[] {
  const stem = name.replace(/\.tar\.(zst|gz)$/, '');
  const verify = `gh attestation verify ${name} --repo ${repository}`;
  return [
    `sha256sum --check --ignore-missing ${stem}.SHA256SUMS`,
    verify,
    `${verify} --bundle ${stem}.sigstore.jsonl`,
    ...(hasEvidence ? [`${verify} --predicate-type ${EVIDENCE_PREDICATE} --format json`] : []),
  ];
}

function flags({ repository, bundle }: AttestationSource): readonly string[] {
  // It is the default, but old versions that would judge all statements by it do not know the flag.
  const wanted = [
    '--repo',
    repository,
    '--predicate-type',
    PROVENANCE_PREDICATE,
    '--format',
    'json',
  ];
  return bundle === undefined ? wanted : [...wanted, '--bundle', bundle];
}

function environmentOf(env: Environment, token: string | undefined): Environment {
  const server = env['GITHUB_SERVER_URL'];
  return {
    ...Object.fromEntries(PASSED.map((name) => [name, env[name]])),
    GH_HOST: server ? new URL(server).host : env['GH_HOST'],
    GH_TOKEN: token ?? env['GH_TOKEN'] ?? env['GITHUB_TOKEN'],
    GH_NO_UPDATE_NOTIFIER: '1',
    GH_PROMPT_DISABLED: '1',
    NO_COLOR: '1',
  };
}

const verifiedSchema = z.array(
  z.object({
    verificationResult: z.object({
      statement: z.object({ predicateType: z.literal(PROVENANCE_PREDICATE) }),
      signature: z.object({ certificate: z.object({ buildSignerURI: z.string() }) }),
    }),
  }),
);

/**
 * Who signed, as `gh` found it. Its exit status alone proves nothing: versions before 2.67 end with 0, and print
 * nothing, where there are attestations of another predicate type only. Source: cli/cli,
 * pkg/cmd/attestation/verify/verify.go.
 */
function signersOf(stdout: string): readonly string[] {
  try {
    const verified = verifiedSchema.parse(JSON.parse(stdout));
    return verified.map(
      ({ verificationResult }) => verificationResult.signature.certificate.buildSignerURI,
    );
  } catch {
    return [];
  }
}

/** The exit status of `gh` where it must be told who asks. Source: its manual, "gh help exit-codes". */
const NEEDS_TOKEN = 4;

function unverified(
  archive: string,
  { repository }: AttestationSource,
  { code, stdout, stderr }: ProcessResult,
): Failure {
  // With --format json it prints nothing else to standard output.
  const said = stderr.trim() || stdout.trim() || 'nothing';
  const message = `${archive} is not verified as attested by ${repository}: gh says: ${said}`;
  if (code === NEEDS_TOKEN || /HTTP 40[13]\b/.test(said)) {
    return new Failure('environment', {
      message,
      hint: `Give a token that may read ${repository} and its attestations: \`permissions: attestations: read\`.`,
    });
  }
  if (/unknown (flag|command)/.test(said)) {
    return new Failure('environment', {
      message,
      hint: 'The `gh` on PATH is too old: update it, see https://cli.github.com.',
    });
  }
  if (/HTTP 5\d\d\b|dial tcp|no such host|timeout/i.test(said)) {
    return new Failure('environment', {
      message,
      hint: 'Run it again, and see githubstatus.com. With the bundle beside the archive GitHub need not be asked for attestations.',
    });
  }
  return new Failure('verification', {
    message,
    hint: `Do not use the archive. Fetch it again, and ask the owners of ${repository} whether a workflow of theirs published it.`,
  });
}
