import { ARCHIVE_FORMATS } from '../package/archive/pack.ts';
import { EVIDENCE_RUN_FORM } from '../prove/smoke/evidence.ts';
import { WORKFLOW_FORM } from '../github/attestation.ts';
import { LATEST_MODES } from '../github/publish/request.ts';
import { REPOSITORY_FORM } from '../github/repository.ts';
import { ATTEST_MODES } from './attest.ts';
import { DEFAULT_PACKAGE, inputReader, type InputReader } from './inputs.ts';

/** The inputs of the sub-action publish, by their names in publish/action.yml in camel case. */
export type PublishInputs = Readonly<ReturnType<typeof readPublishInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readPublishInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    package: read.list('package') ?? [DEFAULT_PACKAGE],
    /** The tag that the workflow runs on if undefined. */
    tag: read.text('tag'),
    repository: read.formed('repository', REPOSITORY_FORM, 'owner/name'),
    token: read.text('token'),
    formats: read.some('formats', ARCHIVE_FORMATS) ?? ARCHIVE_FORMATS,
    /** A folder with evidence of tests elsewhere. */
    evidence: read.text('evidence'),
    require: readRequired(read),
    attest: read.choice('attest', ATTEST_MODES) ?? 'auto',
    signerWorkflow: read.formed(
      'signer-workflow',
      WORKFLOW_FORM,
      'a path such as owner/name/.github/workflows/release.yml',
    ),
    draft: read.flag('draft'),
    prerelease: read.choice('prerelease', ['auto', 'true', 'false'] as const) ?? 'auto',
    latest: read.choice('latest', LATEST_MODES),
    name: read.text('name'),
    notes: read.text('notes'),
    summary: read.flag('summary', true),
  };
  read.check();
  return inputs;
}

/** The evidence that is required, with the id of the run as it is given. */
function readRequired(read: InputReader) {
  const kind = read.choice('require', ['abi-checked', 'ran'] as const) ?? 'abi-checked';
  const targets = read.list('require-targets');
  const run = read.formed('evidence-run', EVIDENCE_RUN_FORM, 'the id of a run, or `any`');
  if (kind === 'ran') return { kind, targets: targets ?? [], run };
  if (targets !== undefined)
    read.reject('input require-targets: it can only be used with `require: ran`');
  if (run !== undefined) read.reject('input evidence-run: it can only be used with `require: ran`');
  return { kind };
}
