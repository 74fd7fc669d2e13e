import { Failure, systemCode, type Problem } from '../core/errors.ts';

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
export function attestFailure(stem: string, what: string, error: unknown): Failure {
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
