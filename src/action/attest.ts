import type { Attestation as Signed } from '@actions/attest';
import { readFile } from 'node:fs/promises';
import type { Distribution, DistributionFile } from '../core/archive/distribution.ts';
import type { RunContext } from '../core/base/context.ts';
import { Failure, type Problem, systemCode } from '../core/base/errors.ts';
import type { Environment } from '../core/base/process.ts';
import { type Attestation, EVIDENCE_PREDICATE, SBOM_PREDICATE } from '../github/attestation.ts';

/** auto: where the job may ask for an identity. required: fail where it may not. */
export const ATTEST_MODES = ['auto', 'required', 'off'] as const;
export type AttestMode = (typeof ATTEST_MODES)[number];

/** Signs what is known of a package's archives. */
type Attestor = (distribution: Distribution) => Promise<Attestation>;

/** What is said of a distribution's archives beside where they come from, by the file that says it. */
const STATEMENTS: Partial<
  Record<DistributionFile['kind'], { what: string; predicateType: string }>
> = {
  evidence: { what: 'the evidence', predicateType: EVIDENCE_PREDICATE },
  sbom: { what: 'the SBOM', predicateType: SBOM_PREDICATE },
};

/**
 * What attests distributions for `repository` in this job; undefined where nothing does. Where a job may attest, what
 * keeps it from it later is a failure in `auto`, too: a release would silently be worth less than the one before.
 * @throws {Failure} `usage` where it is required and the job cannot.
 */
export function openAttestor(
  mode: AttestMode,
  token: string | undefined,
  context: RunContext,
  repository = context.env['GITHUB_REPOSITORY'],
): Attestor | undefined {
  if (mode === 'off') return undefined;
  const obstacle = obstacleTo(token, repository, context.env);
  if (obstacle === undefined) return (distribution) => attest(distribution, token ?? '', context);
  if (mode === 'required') throw new Failure('usage', obstacle);
  context.log.info(`Nothing is attested: ${obstacle.message}. ${obstacle.hint ?? ''}`);
  return undefined;
}

/** Why this job cannot attest. */
function obstacleTo(
  token: string | undefined,
  repository: string | undefined,
  env: Environment,
): Problem | undefined {
  const { hostname } = serverOf(env);
  if (hostname !== 'github.com' && !hostname.endsWith('.ghe.com')) {
    return {
      message: `${hostname} has no attestation service`,
      hint: 'GitHub Enterprise Server has none: publish with `attest: off`, and have users compare digests.',
    };
  }
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) {
    return {
      message: 'the job may not ask for an identity to sign with',
      hint: 'Give it `permissions: id-token: write` and `attestations: write`. Pull requests of forks never get them.',
    };
  }
  if (repository !== env['GITHUB_REPOSITORY']) {
    return {
      message: `what is signed here speaks for ${env['GITHUB_REPOSITORY']}, and the release is one of ${repository}`,
      hint: 'Publish in a workflow of that repository, or with `attest: off`.',
    };
  }
  if (token !== undefined) return undefined;
  return {
    message: 'there is no token to store attestations with',
    hint: "Leave out `token`, so that it is the job's own, with `permissions: attestations: write`.",
  };
}

async function attest(
  distribution: Distribution,
  token: string,
  context: RunContext,
): Promise<Attestation> {
  const { stem, files } = distribution;
  const subjects = files
    .filter(({ kind }) => kind === 'archive')
    .map(({ name, sha256 }) => ({ name, digest: { sha256 } }));
  const about = { subjects, token };
  const sign = async (what: string, work: () => Promise<Signed>): Promise<Signed> => {
    context.signal.throwIfAborted();
    context.log.info(`Sign and store ${what}`);
    try {
      return await unlessAborted(work(), context.signal);
    } catch (error) {
      context.signal.throwIfAborted();
      throw attestFailure(stem, what, error);
    }
  };
  return context.log.group(`Attest ${stem}`, async () => {
    // Only now: few jobs need it, and it is a megabyte.
    const library = await import('@actions/attest');
    const signed = [await sign('the provenance', () => library.attestProvenance(about))];
    for (const { kind, file } of files) {
      const statement = STATEMENTS[kind];
      if (statement === undefined) continue;
      const { what, predicateType } = statement;
      const predicate = JSON.parse(await readFile(file, 'utf8')) as object;
      signed.push(await sign(what, () => library.attest({ ...about, predicateType, predicate })));
    }
    return attestationOf(signed, context.env);
  });
}

function attestationOf(signed: readonly Signed[], env: Environment): Attestation {
  const page = `${serverOf(env).origin}/${env['GITHUB_REPOSITORY'] ?? ''}/attestations`;
  return {
    lines: signed.map(({ bundle }) => JSON.stringify(bundle)),
    urls: signed.flatMap(({ attestationID: id }) => (id === undefined ? [] : [`${page}/${id}`])),
  };
}

function serverOf(env: Environment): URL {
  return new URL(env['GITHUB_SERVER_URL'] || 'https://github.com');
}

/** The library cannot be interrupted: it is left to itself. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const AGAIN =
  'Run the job again, and see status.sigstore.dev and githubstatus.com. On a self-hosted runner, see that it reaches the service. To publish without attestations, say `attest: off`.';

/** What the signing library was about to do, by the code of its errors, and the host it asks. */
const SERVICES: Readonly<Record<string, string>> = {
  CA_CREATE_SIGNING_CERTIFICATE_ERROR: 'the certificate authority (Fulcio) gave no certificate',
  TLOG_CREATE_ENTRY_ERROR: 'the transparency log (Rekor) took no entry',
  TLOG_FETCH_ENTRY_ERROR: 'the transparency log (Rekor) gave no entry',
  TSA_CREATE_TIMESTAMP_ERROR: 'the timestamp authority gave no timestamp',
};

const ID_TOKEN: Omit<Problem, 'place'> = {
  message: 'the runner gave no identity to sign with',
  hint: 'The job needs `permissions: id-token: write`. Otherwise run it again, or publish with `attest: off`.',
};

/**
 * What an error of @actions/attest means for whoever attests `stem`, and what to do. It tells the library's own words
 * except where these could hold the identity token.
 */
function attestFailure(stem: string, what: string, error: unknown): Failure {
  const { message, hint } = problemOf(error);
  const problem = { message: `${stem}: ${what} cannot be attested: ${message}`, hint };
  // Without its cause, which may hold requests with tokens.
  return new Failure('environment', problem);
}

function problemOf(error: unknown): Problem {
  const code = systemCode(error) ?? '';
  const said = error instanceof Error ? error.message : String(error);
  const service = SERVICES[code];
  if (service !== undefined)
    return { message: `${service}: ${reasonOf(error, said)}`, hint: AGAIN };
  if (code.startsWith('IDENTITY_TOKEN')) return ID_TOKEN;
  if (said.startsWith('Failed to get ID token'))
    return { message: `${ID_TOKEN.message}: ${oneLine(said)}`, hint: ID_TOKEN.hint };
  if (/Resource not accessible|Must have admin rights|Bad credentials/.test(said)) {
    return {
      message: `GitHub does not let the token store it: ${said}`,
      hint: "The job needs `permissions: attestations: write`, and the token must be the job's own.",
    };
  }
  if (said.startsWith('Failed to persist attestation')) {
    return {
      message: `GitHub did not store it: ${said}`,
      hint: `Attestations of private repositories need GitHub Enterprise Cloud. ${AGAIN}`,
    };
  }
  return { message: oneLine(said), hint: AGAIN };
}

/** Where a service could not be reached at all, only the cause says why. */
function reasonOf(error: unknown, said: string): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && !said.includes(cause.message)
    ? `${said}: ${cause.message}`
    : said;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
