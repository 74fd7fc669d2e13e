import type { Problem } from '../base/errors.ts';
import { compareReleases, OLDEST_SUPPORTED } from '../model/triton-version.ts';
import { spaceHint } from './installation.ts';

/** An installation that failed. */
export interface FailedInstall {
  readonly tritonVersion: string;
  readonly pythonVersion: string;
  readonly folder: string;
  readonly installer: 'uv' | 'pip';
  /** All the installer printed, without credentials. */
  readonly output: string;
  /** The tags of the wheels the index has of this Triton for this kind of machine, as far as they are known. */
  readonly wheels: readonly string[];
}

interface Cause {
  readonly sign: RegExp;
  readonly explain: (failed: FailedInstall, match: RegExpExecArray) => Problem;
}

const OFFLINE_HINT =
  'Without a network, put the wheels into a folder and set PIP_NO_INDEX=1 and PIP_FIND_LINKS to it.';

// The first that fits. pip only warns of network, certificate and credential trouble and ends with a version
// that does not exist; a list of versions that do exist shows that it did reach the index.
const CAUSES: readonly Cause[] = [
  {
    sign: /No space left on device|Disk quota exceeded/i,
    explain: ({ tritonVersion, folder }) => ({
      message: `the disk filled up while Triton ${tritonVersion} was installed into ${folder}`,
      hint: `${spaceHint()} The installer's own cache may be on another disk.`,
    }),
  },
  {
    sign: /DO NOT MATCH THE HASHES|Hash mismatch/i,
    explain: () => ({
      message: 'a downloaded package is not the one the index announced',
      hint: "A mirror or proxy delivers damaged files, or a requirement's hash is wrong.",
    }),
  },
  {
    sign: /ResolutionImpossible|conflicting dependencies|depends on [^]*unsatisfiable/,
    explain: ({ tritonVersion }) => ({
      message: `the requirements do not go together with Triton ${tritonVersion}`,
      hint: 'torch, for one, wants its own Triton: leave it out, or use the Triton version it names.',
    }),
  },
  {
    sign: /satisfies the requirement triton\S* \(from versions: (?!none)([^)]+)\)/,
    explain: (failed, match) =>
      failed.wheels.length > 0 ? noWheel(failed, failed.wheels) : noVersion(failed, match[1]),
  },
  {
    sign: /has no wheels with a matching/,
    explain: (failed) =>
      noWheel(failed, failed.output.match(/(?<=tags?:[^\n]*`)\w+(?=`)/g) ?? failed.wheels),
  },
  {
    sign: /CERTIFICATE_VERIFY_FAILED|confirming the ssl certificate|invalid peer certificate/i,
    explain: () => ({
      message: "the package index's certificate is not trusted here",
      hint: 'Set SSL_CERT_FILE (for pip also PIP_CERT) to the file with the certificates of your network.',
    }),
  },
  {
    sign: /ProxyError|Cannot connect to proxy|tunnel error|Proxy Authentication/i,
    explain: () => ({
      message: 'the proxy to the package index does not answer',
      hint: `Check HTTPS_PROXY and NO_PROXY. ${OFFLINE_HINT}`,
    }),
  },
  {
    sign: /\b40[13] (?:Client )?(?:Error|Unauthorized|Forbidden)|HTTP error 40[13]|valid authentication credentials/i,
    explain: () => ({
      message: 'the package index refused the credentials',
      hint: 'Give them in the index address (PIP_INDEX_URL, UV_INDEX_URL) or in ~/.netrc.',
    }),
  },
  {
    sign: /connection broken|ConnectTimeout|Read timed out|Failed to fetch|error sending request|Connection refused|Network is unreachable|dns error/i,
    explain: () => ({
      message: 'the package index cannot be reached',
      hint: `Check the network, or set HTTPS_PROXY, or PIP_INDEX_URL to a mirror. ${OFFLINE_HINT}`,
    }),
  },
  {
    sign: /(?:satisfies the requirement|versions? of|Because(?: only)?) (?!triton\b|there\b|only\b)([a-z0-9][\w.-]*)[^\n]*(?:from versions|unsatisfiable)/i,
    explain: (_failed, match) => ({
      message: `the package index has no fitting ${match[1]} for this Python`,
      hint: 'Correct it in requirements:, or name the index that has it.',
    }),
  },
  {
    sign: /No matching distribution found for triton|no version of triton|triton was not found/,
    explain: (failed) => noVersion(failed, undefined),
  },
];

/** What went wrong, what to do about it, and the installer's own last words. */
export function explainInstallFailure(failed: FailedInstall): Problem {
  const { message, hint } = explain(failed);
  const said = tellingLines(failed.output);
  const quote = said.length === 0 ? [] : [`${failed.installer} said:`, ...said];
  return { message, hint: [...(hint === undefined ? [] : [hint]), ...quote].join('\n') };
}

function explain(failed: FailedInstall): Problem {
  // uv wraps its sentences and indents what follows.
  const output = failed.output.replaceAll(/\n\s+/g, ' ');
  for (const cause of CAUSES) {
    const match = cause.sign.exec(output);
    if (match !== null) return cause.explain(failed, match);
  }
  return { message: `Triton ${failed.tritonVersion} could not be installed into ${failed.folder}` };
}

function noWheel(
  { tritonVersion, pythonVersion }: FailedInstall,
  tags: readonly string[],
): Problem {
  const known = tags.length === 0 ? '' : `; it has wheels for ${tags.join(', ')}`;
  return {
    message: `Triton ${tritonVersion} has no wheel for Python ${pythonVersion} on this machine${known}`,
    hint: 'Put another Python first on PATH, or name one (--python, or the input python).',
  };
}

function noVersion({ tritonVersion }: FailedInstall, listed: string | undefined): Problem {
  const versions = (listed ?? '').split(', ').filter(isSupported);
  const others = versions.length === 0 ? '' : `; it has ${versions.join(', ')}`;
  return {
    message: `the package index has no Triton ${tritonVersion}${others}`,
    hint:
      versions.length === 0
        ? 'Check the version, the network, and the index it comes from (PIP_INDEX_URL, PIP_FIND_LINKS, credentials).'
        : 'Correct the version.',
  };
}

function isSupported(version: string): boolean {
  return version !== '' && compareReleases(version, OLDEST_SUPPORTED) >= 0;
}

const TELLING = /error|cause|because|hint|conflict|depends on|fail|requested|\bgot\b|expected/i;

function tellingLines(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const telling = lines.filter((line) => TELLING.test(line));
  return (telling.length > 0 ? telling : lines)
    .slice(-6)
    .map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
}
