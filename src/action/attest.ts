import type { Attestation as Signed } from '@actions/attest';
import { readFile } from 'node:fs/promises';
import type { Distribution } from '../package/archive/distribution.ts';
import type { RunContext } from '../base/context.ts';
import { Failure, messageOf, type Problem, systemCode } from '../base/errors.ts';
import type { Environment } from '../base/process.ts';
import { type Attestation, statementOf } from '../github/attestation.ts';

/** auto: attest if the job can. required: fail if it cannot. */
export const ATTEST_MODES = ['auto', 'required', 'off'] as const;
export type AttestMode = (typeof ATTEST_MODES)[number];

/** Attests the archives of a package. */
type Attestor = (distribution: Distribution) => Promise<Attestation>;

/**
 * Returns the function that attests packages for `repository` in this job; undefined if nothing is
 * attested. If a job can attest, a later error is a failure with `auto` too: otherwise a release
 * could silently lose its attestations.
 * @throws {Failure} `usage` if it is required and the job cannot attest.
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
  context.log.info(`nothing is attested: ${obstacle.message}. ${obstacle.hint ?? ''}`);
  return undefined;
}

/** Returns why this job cannot attest. */
function obstacleTo(
  token: string | undefined,
  repository: string | undefined,
  env: Environment,
): Problem | undefined {
  const { hostname } = serverOf(env);
  if (hostname !== 'github.com' && !hostname.endsWith('.ghe.com')) {
    return {
      message: `${hostname} has no attestation service`,
      hint: 'GitHub Enterprise Server has none. Set `attest: off`; users can compare digests.',
    };
  }
  if (!env['ACTIONS_ID_TOKEN_REQUEST_URL'] || !env['ACTIONS_ID_TOKEN_REQUEST_TOKEN']) {
    return {
      message: 'the job may not request an identity token',
      hint: 'Set `permissions: id-token: write` and `attestations: write` on the job. Pull requests of forks never get them.',
    };
  }
  if (repository !== env['GITHUB_REPOSITORY']) {
    return {
      message: `this workflow can only attest for ${env['GITHUB_REPOSITORY']}, but the release is in ${repository}`,
      hint: 'Publish in a workflow of that repository, or set `attest: off`.',
    };
  }
  if (token !== undefined) return undefined;
  return {
    message: 'there is no token for storing attestations',
    hint: "Do not set `token`: the default is the job's own token, which needs `permissions: attestations: write`.",
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
  const signAll = async (): Promise<Attestation> => {
    // Imported only here: few jobs need it, and it is a megabyte.
    const library = await import('@actions/attest');
    const signed = [await sign('the provenance', () => library.attestProvenance(about))];
    for (const { kind, file } of files) {
      const statement = statementOf(kind);
      if (statement === undefined) continue;
      const { what, predicateType } = statement;
      const predicate = JSON.parse(await readFile(file, 'utf8')) as object;
      signed.push(await sign(what, () => library.attest({ ...about, predicateType, predicate })));
    }
    return attestationOf(signed, context.env);
  };
  return context.log.group(`Attest ${stem}`, signAll, ({ lines }) => [lines.length, 'attestation']);
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

/**
 * Rejects when the signal is aborted. The library cannot be interrupted: its work continues in the
 * background.
 */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

const AGAIN =
  'Run the job again, and check status.sigstore.dev and githubstatus.com. On a self-hosted runner, check that it can reach the service. To publish without attestations, set `attest: off`.';

/** The service that failed, by the code of the signing library's error. */
const SERVICES: Readonly<Record<string, string>> = {
  CA_CREATE_SIGNING_CERTIFICATE_ERROR: 'the certificate authority (Fulcio) issued no certificate',
  TLOG_CREATE_ENTRY_ERROR: 'the transparency log (Rekor) accepted no entry',
  TLOG_FETCH_ENTRY_ERROR: 'the transparency log (Rekor) returned no entry',
  TSA_CREATE_TIMESTAMP_ERROR: 'the timestamp authority issued no timestamp',
};

const ID_TOKEN: Omit<Problem, 'place'> = {
  message: 'the runner provided no identity token',
  hint: 'The job needs `permissions: id-token: write`. If it has that, run it again, or set `attest: off`.',
};

/**
 * The failure for an error of @actions/attest. Has the library's own message, unless that could
 * contain the identity token.
 */
function attestFailure(stem: string, what: string, error: unknown): Failure {
  const { message, hint } = problemOf(error);
  const problem = { message: `${stem}: cannot attest ${what}: ${message}`, hint };
  // The cause is left out: it can contain requests with tokens.
  return new Failure('environment', problem);
}

function problemOf(error: unknown): Problem {
  const code = systemCode(error) ?? '';
  const text = messageOf(error);
  const service = SERVICES[code];
  if (service !== undefined)
    return { message: `${service}: ${attestFailureText(error, text)}`, hint: AGAIN };
  if (code.startsWith('IDENTITY_TOKEN')) return ID_TOKEN;
  if (text.startsWith('Failed to get ID token'))
    return { message: `${ID_TOKEN.message}: ${oneLine(text)}`, hint: ID_TOKEN.hint };
  if (/Resource not accessible|Must have admin rights|Bad credentials/.test(text)) {
    return {
      message: `the token may not store attestations: ${text}`,
      hint: "The job needs `permissions: attestations: write`, and the token must be the job's own.",
    };
  }
  if (text.startsWith('Failed to persist attestation')) {
    return {
      message: `GitHub did not store the attestation: ${text}`,
      hint: `Attestations of private repositories need GitHub Enterprise Cloud. ${AGAIN}`,
    };
  }
  return { message: oneLine(text), hint: AGAIN };
}

/** If a service could not be reached, only the cause says why. */
function attestFailureText(error: unknown, text: string): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && !text.includes(cause.message)
    ? `${text}: ${cause.message}`
    : text;
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
