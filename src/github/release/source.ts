/** Which package of which release. */
export interface ReleaseSource {
  /** A tag, `latest`, or a semver range such as `^1.2`. */
  readonly release: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string | undefined;
  /** The package's name, where the release holds several. */
  readonly package?: string | undefined;
  /** The file's name, where several could be meant. */
  readonly asset?: string | undefined;
  /** Targets the package must hold; where there is an archive of its own for the only one, it is taken. */
  readonly targets?: readonly string[] | undefined;
  /** `sha256:` and hexadecimal digits that the file must have. */
  readonly digest?: string | undefined;
  /** Whether archives are kept for later, and taken from there; not when left out. */
  readonly cache?: boolean | undefined;
  /** Whether the release's own attestation bundles come along. */
  readonly bundle?: boolean | undefined;
}
