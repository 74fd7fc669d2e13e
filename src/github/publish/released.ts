import type { ScratchContext } from '../../base/context.ts';
import { slot } from '../../base/slot.ts';
import type { Distribution } from '../../package/archive/distribution.ts';

/** Files that are released together, and what publishing says about them. */
export interface Released extends Distribution {
  /** Their part of the text of a new release, in Markdown, without how to verify them. */
  readonly notes: string;
  /** Further lines of the log and the summary. */
  readonly remarks: readonly string[];
  /** True if evidence of GPU tests can be attested for them. */
  readonly hasEvidence: boolean;
}

/** What was given to `publish` beside packages, by the names of the action's inputs. */
export type Given = Readonly<Record<string, readonly string[]>>;

/** Something that a release can have beside packages. */
export interface ReleaseKind {
  /** The word for one of them. */
  readonly name: string;
  /** The paths of what to publish. */
  readonly paths: ReleaseInput;
  /** Further inputs, each of one path. */
  readonly details: readonly ReleaseInput[];
  /** A command for the help. */
  readonly example: string;
  /** The files of a release that are also attested, by the kind of file. */
  readonly statements: Readonly<Record<string, Statement>>;
  /**
   * Checks what was given, and writes the files of a release to `out`.
   * @throws {Failure} `verification` for what is damaged, `usage` for what cannot be read.
   */
  readonly distribute: (
    given: Given,
    out: string,
    context: ScratchContext,
  ) => Promise<readonly Released[]>;
}

/** An input of the sub-action, and the option of the command. */
export interface ReleaseInput {
  readonly name: string;
  /** The flags of the option and its text in the help. */
  readonly option: readonly [flags: string, text: string];
}

/** What an attestation says about an archive by the content of a file, in JSON. */
export interface Statement {
  /** For messages. */
  readonly what: string;
  /** docs/background/security.md describes them. */
  readonly predicateType: string;
}

/** The kinds of things that features publish. */
export const releaseKinds = slot<ReleaseKind>();

/** Says what a release can have, such as `packages and wheels`. */
export function releasedThings(): string {
  return ['package', ...releaseKinds.parts.map(({ name }) => name)]
    .map((name) => `${name}s`)
    .join(' and ');
}
