import { ARCHIVE_FORMATS, type ArchiveFormat } from '../core/archive/format.ts';
import type { RequiredEvidence } from '../core/smoke/required-evidence.ts';
import { LATEST_MODES, type LatestMode } from '../github/publish/record.ts';
import { REPOSITORY_FORM } from '../github/repository.ts';
import { ATTEST_MODES, type AttestMode } from './attest.ts';
import { inputReader, type InputReader } from './input-reader.ts';
import { DEFAULT_PACKAGE } from './smoke-inputs.ts';

/** The inputs of the sub-action publish, as one value. The names are those of publish/action.yml in camel case. */
export interface PublishInputs {
  readonly package: readonly string[];
  /** The one that the workflow runs on when left out. */
  readonly tag: string | undefined;
  readonly repository: string | undefined;
  readonly token: string | undefined;
  readonly formats: readonly ArchiveFormat[];
  /** With `require-targets`. */
  readonly require: RequiredEvidence;
  readonly attest: AttestMode;
  readonly draft: boolean;
  readonly prerelease: 'auto' | 'true' | 'false';
  readonly latest: LatestMode | undefined;
  readonly name: string | undefined;
  readonly notes: string | undefined;
}

/** Every input's name in publish/action.yml. */
export const PUBLISH_INPUT_NAMES = [
  'package',
  'tag',
  'repository',
  'token',
  'formats',
  'require',
  'require-targets',
  'attest',
  'draft',
  'prerelease',
  'latest',
  'name',
  'notes',
] as const;

type PublishInputName = (typeof PUBLISH_INPUT_NAMES)[number];

/**
 * Reads all inputs. `get` gives an input's text, empty when it was not set.
 * @throws {Failure} `usage` naming every input that makes no sense.
 */
export function readPublishInputs(get: (name: PublishInputName) => string): PublishInputs {
  const read = inputReader(get);
  const inputs = {
    package: read.list('package') ?? [DEFAULT_PACKAGE],
    tag: read.text('tag'),
    repository: read.formed('repository', REPOSITORY_FORM, 'owner/name'),
    token: read.text('token'),
    formats: read.some('formats', ARCHIVE_FORMATS) ?? ARCHIVE_FORMATS,
    require: readRequired(read),
    attest: read.choice('attest', ATTEST_MODES) ?? 'auto',
    draft: read.flag('draft'),
    prerelease: read.choice('prerelease', ['auto', 'true', 'false'] as const) ?? 'auto',
    latest: read.choice('latest', LATEST_MODES),
    name: read.text('name'),
    notes: read.text('notes'),
  };
  read.check();
  return inputs;
}

function readRequired(read: InputReader<PublishInputName>): RequiredEvidence {
  const kind = read.choice('require', ['abi-checked', 'ran'] as const) ?? 'abi-checked';
  const targets = read.list('require-targets');
  if (kind === 'ran') return { kind, targets: targets ?? [] };
  if (targets !== undefined)
    read.refuse('input require-targets: it is of use with `require: ran` only');
  return { kind };
}
