import type { Problem } from '../base/errors.ts';
import { compareReleases, OLDEST_SUPPORTED } from '../model/triton-version.ts';
import { SPACE_HINT } from './installation.ts';

/** An installation that failed. */
export interface FailedInstall {
  readonly tritonVersion: string;
  readonly pythonVersion: string;
  readonly folder: string;
  readonly installer: 'uv' | 'pip';
  /** The complete output, without credentials. */
  readonly output: string;
  /** The tags of the wheels the index has for this Triton and machine, as far as they are known. */
  readonly wheels: readonly string[];
}

/** Returns the cause, what to do about it, and the relevant lines of the installer's output. */
export function explainInstallFailure(failed: FailedInstall): Problem {
  const { message, hint } = explain(failed);
  const lines = relevantLines(failed.output);
  const quote = lines.length === 0 ? [] : [`Output of ${failed.installer}:`, ...lines];
  return { message, hint: [...(hint === undefined ? [] : [hint]), ...quote].join('\n') };
}

interface Cause {
  readonly pattern: RegExp;
  readonly explain: (failed: FailedInstall, match: RegExpExecArray) => Problem;
}

const OFFLINE_HINT =
  'Without a network, put the wheels into a folder, set PIP_FIND_LINKS to it, and set PIP_NO_INDEX=1.';

// The first match counts. For network, certificate and credential errors pip only prints warnings,
// and then reports that the version does not exist. If it lists existing versions, it did reach the
// index.
const CAUSES: readonly Cause[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    explain: ({ tritonVersion, folder }) => ({
      message: `no disk space left while installing Triton ${tritonVersion} into ${folder}`,
      hint: `${SPACE_HINT} The installer's cache may be on another disk.`,
    }),
  },
  {
    pattern: /DO NOT MATCH THE HASHES|Hash mismatch/i,
    explain: () => ({
      message: 'the hash of a downloaded package does not match',
      hint: 'Check the hashes in `requirements:`, and whether a mirror or proxy damages files.',
    }),
  },
  {
    pattern: /ResolutionImpossible|conflicting dependencies|depends on [^]*unsatisfiable/,
    explain: ({ tritonVersion }) => ({
      message: `the requirements conflict with Triton ${tritonVersion}`,
      hint: 'Change or remove the conflicting requirement. Each torch version requires one Triton version.',
    }),
  },
  {
    pattern: /satisfies the requirement triton\S* \(from versions: (?!none)([^)]+)\)/,
    explain: (failed, match) =>
      failed.wheels.length > 0 ? noWheel(failed, failed.wheels) : noVersion(failed, match[1]),
  },
  {
    pattern: /has no wheels with a matching/,
    explain: (failed) =>
      noWheel(failed, failed.output.match(/(?<=tags?:[^\n]*`)\w+(?=`)/g) ?? failed.wheels),
  },
  {
    pattern: /CERTIFICATE_VERIFY_FAILED|confirming the ssl certificate|invalid peer certificate/i,
    explain: () => ({
      message: 'the certificate of the package index is not trusted',
      hint: 'Set SSL_CERT_FILE (for pip also PIP_CERT) to a file with the certificates of your network.',
    }),
  },
  {
    pattern: /ProxyError|Cannot connect to proxy|tunnel error|Proxy Authentication/i,
    explain: () => ({
      message: 'cannot connect to the proxy for the package index',
      hint: `Check HTTPS_PROXY and NO_PROXY. ${OFFLINE_HINT}`,
    }),
  },
  {
    pattern:
      /\b40[13] (?:Client )?(?:Error|Unauthorized|Forbidden)|HTTP error 40[13]|valid authentication credentials/i,
    explain: () => ({
      message: 'the package index rejected the credentials',
      hint: 'Put them into the index URL (PIP_INDEX_URL, UV_INDEX_URL) or into ~/.netrc.',
    }),
  },
  {
    pattern:
      /connection broken|ConnectTimeout|Read timed out|Failed to fetch|error sending request|Connection refused|Network is unreachable|dns error/i,
    explain: () => ({
      message: 'cannot connect to the package index',
      hint: `Check the network, or set HTTPS_PROXY, or set PIP_INDEX_URL to a mirror. ${OFFLINE_HINT}`,
    }),
  },
  {
    pattern:
      /(?:satisfies the requirement|versions? of|Because(?: only)?) (?!triton\b|there\b|only\b)([a-z0-9][\w.-]*)[^\n]*(?:from versions|unsatisfiable)/i,
    explain: (_failed, match) => ({
      message: `the package index has no matching version of ${match[1]} for this Python`,
      hint: 'Correct `requirements:` in the manifest, or set PIP_INDEX_URL to an index that has it.',
    }),
  },
  {
    pattern: /No matching distribution found for triton|no version of triton|triton was not found/,
    explain: (failed) => noVersion(failed, undefined),
  },
];

function explain(failed: FailedInstall): Problem {
  // uv wraps its sentences and indents the following lines.
  const output = failed.output.replaceAll(/\n\s+/g, ' ');
  for (const cause of CAUSES) {
    const match = cause.pattern.exec(output);
    if (match !== null) return cause.explain(failed, match);
  }
  return { message: `cannot install Triton ${failed.tritonVersion} into ${failed.folder}` };
}

function noWheel(
  { tritonVersion, pythonVersion }: FailedInstall,
  tags: readonly string[],
): Problem {
  const known = tags.length === 0 ? '' : `; available wheels: ${tags.join(', ')}`;
  return {
    message: `Triton ${tritonVersion} has no wheel for Python ${pythonVersion} on this machine${known}`,
    hint: 'Put another Python first on PATH, or set `--python` (input `python`).',
  };
}

function noVersion({ tritonVersion }: FailedInstall, listed: string | undefined): Problem {
  const versions = (listed ?? '').split(', ').filter(isSupported);
  const others = versions.length === 0 ? '' : `; available versions: ${versions.join(', ')}`;
  return {
    message: `the package index has no Triton ${tritonVersion}${others}`,
    hint:
      versions.length === 0
        ? 'Check the version, the network, and the index (PIP_INDEX_URL, PIP_FIND_LINKS, credentials).'
        : 'Correct the version.',
  };
}

function isSupported(version: string): boolean {
  return version !== '' && compareReleases(version, OLDEST_SUPPORTED) >= 0;
}

const RELEVANT = /error|cause|because|hint|conflict|depends on|fail|requested|\bgot\b|expected/i;

function relevantLines(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const relevant = lines.filter((line) => RELEVANT.test(line));
  return (relevant.length > 0 ? relevant : lines)
    .slice(-6)
    .map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
}
