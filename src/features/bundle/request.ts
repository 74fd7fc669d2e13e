import { Failure } from '../../base/errors.ts';
import { Problems } from '../../manifest/problems.ts';
import { readTargets } from '../../manifest/terms/target.ts';
import { vendorName } from '../../manifest/terms/vendor.ts';
import { parseVersion } from '../../package/wheel/python-version.ts';
import type { Recorded } from './recorded.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

export interface BundleRequest {
  /** Folders with recordings, by `record` or by a bundle that reports what it lacks. */
  readonly recordings: readonly string[];
  /** The name of the Python package, without `_bundle`. */
  readonly name: string;
  readonly version: string;
  /** The folder to write to. */
  readonly out: string;
  /** The program's Python, by path or by a name on PATH. */
  readonly python: string;
  /**
   * The folders that the program's modules are imported from, besides Python's own. A file is the
   * program's own, if that is in none of them.
   */
  readonly paths: readonly string[];
  /** Empty: the recorded ones. */
  readonly targets: readonly Target[];
  /** True to add the other specialisations of each recorded kernel. */
  readonly complete: boolean;
  /** True to make a wheel, or an OCI image layout, of the folder. */
  readonly wheel: boolean;
  readonly image: boolean;
  readonly jobs: number;
  /** The seconds that the import of the modules, or a compile, may take. */
  readonly timeout: number;
}

/**
 * Checks the name of a bundle, and returns its version as Python writes it.
 * @throws {Failure} `usage` if Python allows one of them not.
 */
export function checkNames({ name, version }: BundleRequest): string {
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new Failure('usage', {
      message: `\`${name}\` cannot be the name of a bundle: \`import ${name}_bundle\` must be Python`,
      hint: 'Use letters, digits and `_`, beginning with a letter.',
    });
  const found = parseVersion(version);
  if (found !== undefined) return found;
  throw new Failure('usage', {
    message: `Python packages cannot have the version \`${version}\``,
    hint: 'Use a version such as 1.3.0, 1.3.0-rc.1 or 1.3.0.dev4.',
  });
}

/**
 * Returns the targets of a bundle.
 * @throws {Failure} `usage` if nothing was recorded on a GPU of the vendor of one: the hints of the JIT
 * and the default options differ between vendors.
 */
export function chosenTargets(request: BundleRequest, recorded: Recorded): readonly Target[] {
  const targets = request.targets.length > 0 ? request.targets : recorded.targets;
  const lacking = targets.find(
    ({ backend }) => !recorded.compiles.some(({ target }) => target?.[0] === backend),
  );
  if (lacking === undefined) return targets;
  const vendor = vendorName(lacking.backend);
  throw new Failure('usage', {
    message: `nothing was recorded on an ${vendor} GPU, so there is nothing to compile for ${lacking.name}`,
    hint: `Triton compiles other specialisations for another vendor. Record the program on an ${vendor} GPU too, and give both folders.`,
  });
}

/**
 * Reads the names of targets.
 * @throws {Failure} `usage` if Triton does not compile for one.
 */
export function bundleTargets(names: readonly string[] = []): readonly Target[] {
  const problems = new Problems();
  const targets = readTargets(names, problems);
  problems.throwIfAny();
  return targets;
}
