import { z } from 'zod';
import type { RunContext } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { tryParseJson } from '../base/text.ts';
import { findExecutable } from '../base/executable.ts';
import type { Environment, ProcessResult } from '../base/process.ts';
import { releaseKinds, type Statement } from './publish/released.ts';

/** The attestations of the archives of one package. */
export interface Attestation {
  /** As Sigstore writes them, in JSON: the lines of a `.sigstore.jsonl`. */
  readonly lines: readonly string[];
  /** The pages on GitHub that show them. */
  readonly urls: readonly string[];
}

/** Further conditions for the workflow that attested a release's archive. */
export interface SignerRules {
  /** The path of the workflow that must have signed: `owner/name/.github/workflows/release.yml`. */
  readonly signerWorkflow?: string | undefined;
  /** Refuses an archive that a self-hosted runner built. */
  readonly denySelfHostedRunners?: boolean | undefined;
}

/** The path of a workflow, as `signerWorkflow` is. */
export const WORKFLOW_FORM = /^(?:[\w.-]+\/){2}\.github\/workflows\/[\w.-]+\.ya?ml$/;

/** The required origin of an attestation. */
interface AttestationSource extends SignerRules {
  /** `owner/name`: one of its workflows must have signed. */
  readonly repository: string;
  readonly token: string | undefined;
  /** The tag that the workflow must have run for. */
  readonly tag?: string | undefined;
  /** A file with attestations; GitHub's attestation service if left out. */
  readonly attestations?: string | undefined;
  /** The type of the statement; the provenance if left out. */
  readonly predicateType?: string;
}

/** The predicate types of the attestations; docs/background/security.md describes them. */
export const PROVENANCE_PREDICATE = 'https://slsa.dev/provenance/v1';
export const SBOM_PREDICATE = 'https://cyclonedx.org/bom';
export const EVIDENCE_PREDICATE = 'https://github.com/triton-aot/triton-aot-action/evidence/v1';

const STATEMENTS: Readonly<Record<string, Statement>> = {
  evidence: { what: 'the evidence', predicateType: EVIDENCE_PREDICATE },
  sbom: { what: 'the SBOM', predicateType: SBOM_PREDICATE },
};

/** Returns what is stated about archives, other than their provenance, with a file of this kind. */
export function statementOf(kind: string): Statement | undefined {
  return [STATEMENTS, ...releaseKinds.parts.map(({ statements }) => statements)].find((table) =>
    Object.hasOwn(table, kind),
  )?.[kind];
}

/** The variables that `gh` needs: for its keys and settings, and to reach the network. */
const PASSED_VARIABLES =
  /^(PATH|HOME|XDG_(CACHE|CONFIG|STATE)_HOME|GH_CONFIG_DIR|SSL_CERT_(FILE|DIR)|(HTTPS?|NO)_PROXY)$/i;

/**
 * Verifies with `gh` that a workflow of the repository attested the provenance of an archive, or
 * another statement about it. Returns what was stated.
 * @throws {Failure} `environment` if `gh` is missing, too old or cannot reach GitHub,
 * `verification` if it finds no valid attestation.
 */
export async function verifyAttestation(
  archive: string,
  source: AttestationSource,
  context: Pick<RunContext, 'env' | 'log' | 'runTool' | 'signal'>,
): Promise<readonly unknown[]> {
  const { env, log, runTool, signal } = context;
  const { predicateType = PROVENANCE_PREDICATE } = source;
  const gh = await findExecutable('gh', env);
  if (gh === undefined) {
    throw new Failure('environment', {
      message: `cannot verify ${archive}: GitHub's command line tool \`gh\` is not on PATH`,
      hint: 'Install it from https://cli.github.com, or do not require an attestation.',
    });
  }
  const argv = [gh, 'attestation', 'verify', archive, ...flags(source)];
  const result = await runTool(argv, {
    env: environmentOf(env, source.token),
    signal,
    onOutput: unseen,
  });
  const verified = result.code === 0 ? verifiedIn(result.stdout, predicateType) : [];
  if (verified.length === 0) throw unverified(archive, source, result);
  const signers = new Set(verified.map(({ signature }) => signature.certificate.buildSignerURI));
  log.info(`${archive} was attested by ${[...signers].join(', ')}`);
  return verified.map(({ statement }) => statement.predicate);
}

/** The output is JSON. What it says is logged, or in the failure. */
function unseen(): void {}

/**
 * The commands that verify the archive `name`, one per line: its digest, its provenance, its
 * provenance with the attestations beside it, and the evidence of its GPU tests if there is any.
 */
export function attestationCommands(
  name: string,
  repository: string,
  {
    hasEvidence = true,
    signerWorkflow,
  }: Pick<SignerRules, 'signerWorkflow'> & { readonly hasEvidence?: boolean } = {},
): readonly string[] {
  const stem = name.replace(/\.(?:tar\.gz|whl)$/, '');
  const signer = signerWorkflow === undefined ? '' : ` --signer-workflow ${signerWorkflow}`;
  const verify = `gh attestation verify ${name} --repo ${repository}${signer}`;
  return [
    `sha256sum --check --ignore-missing ${stem}.SHA256SUMS`,
    verify,
    `${verify} --bundle ${stem}.sigstore.jsonl`,
    ...(hasEvidence ? [`${verify} --predicate-type ${EVIDENCE_PREDICATE} --format json`] : []),
  ];
}

/** Source: the manual of gh, "gh attestation verify". */
function flags(source: AttestationSource): readonly string[] {
  const { repository, tag, signerWorkflow, denySelfHostedRunners, attestations } = source;
  const { predicateType = PROVENANCE_PREDICATE } = source;
  return [
    '--repo',
    repository,
    // The default. Naming it makes old versions fail, which have no such flag and accept any type.
    '--predicate-type',
    predicateType,
    '--format',
    'json',
    ...(tag === undefined ? [] : ['--source-ref', `refs/tags/${tag}`]),
    ...(signerWorkflow === undefined ? [] : ['--signer-workflow', signerWorkflow]),
    ...(denySelfHostedRunners === true ? ['--deny-self-hosted-runners'] : []),
    ...(attestations === undefined ? [] : ['--bundle', attestations]),
  ];
}

function environmentOf(env: Environment, token: string | undefined): Environment {
  const server = env['GITHUB_SERVER_URL'];
  return {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_VARIABLES.test(name))),
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
      statement: z.object({ predicateType: z.string(), predicate: z.unknown() }),
      signature: z.object({ certificate: z.object({ buildSignerURI: z.string() }) }),
    }),
  }),
);

/**
 * Returns the statements that `gh` verified. Its exit status alone proves nothing: versions before 2.67 exit with 0 and
 * print nothing if there are only attestations of another predicate type.
 * Source: cli/cli, pkg/cmd/attestation/verify/verify.go.
 */
function verifiedIn(stdout: string, predicateType: string) {
  const verified = verifiedSchema.safeParse(tryParseJson(stdout)).data ?? [];
  const results = verified.map(({ verificationResult }) => verificationResult);
  const areOfType = results.every(({ statement }) => statement.predicateType === predicateType);
  return areOfType ? results : [];
}

/** The exit status of `gh` without a token. Source: its manual, "gh help exit-codes". */
const NEEDS_TOKEN = 4;

/** `gh` accepts signers of other repositories only if they are named. */
const REUSABLE =
  ' If a reusable workflow that you trust publishes its releases, name it with `signer-workflow`.';

function unverified(
  archive: string,
  { repository, tag, signerWorkflow }: AttestationSource,
  { code, stdout, stderr }: ProcessResult,
): Failure {
  const output = stderr.trim() || stdout.trim() || 'nothing';
  const message = `cannot verify that ${repository} attested ${archive}: gh printed: ${output}`;
  if (code === NEEDS_TOKEN || /HTTP 40[13]\b/.test(output)) {
    return new Failure('environment', {
      message,
      hint: `Pass a token that may read ${repository} and its attestations: \`permissions: attestations: read\`.`,
    });
  }
  if (/unknown (flag|command)/.test(output)) {
    return new Failure('environment', {
      message,
      hint: 'The `gh` on PATH is too old. Update it, see https://cli.github.com.',
    });
  }
  if (/HTTP 5\d\d\b|dial tcp|no such host|timeout/i.test(output)) {
    return new Failure('environment', {
      message,
      hint: 'Run it again, and check githubstatus.com. With the file `.sigstore.jsonl` beside the archive, attestations are not read from GitHub.',
    });
  }
  return new Failure('verification', {
    message,
    hint: `Do not use the archive. Fetch it again, and ask the owners of ${repository} whether one of their workflows published it${tag === undefined ? '' : `, in a run for the tag ${tag}`}.${signerWorkflow === undefined ? REUSABLE : ''}`,
  });
}
