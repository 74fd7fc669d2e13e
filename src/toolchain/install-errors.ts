import type { Problem } from '../base/errors.ts';
import { SPACE_HINT } from './installation.ts';

/** An installation that failed. */
export interface FailedInstall {
  /** Such as `Triton 3.8.0`. */
  readonly what: string;
  readonly pythonVersion: string;
  readonly folder: string;
  /** The complete output of uv, without credentials. */
  readonly output: string;
}

/** Returns the cause, what to do about it, and the relevant lines of uv's output. */
export function explainInstallFailure(failed: FailedInstall): Problem {
  const { message, hint } = explain(failed);
  const lines = relevantLines(failed.output);
  const quote = lines.length === 0 ? [] : ['Output of uv:', ...lines];
  return { message, hint: [...(hint === undefined ? [] : [hint]), ...quote].join('\n') };
}

interface Cause {
  readonly pattern: RegExp;
  readonly explain: (failed: FailedInstall, match: RegExpExecArray) => Problem;
}

const INDEX = 'the index (UV_DEFAULT_INDEX, PIP_INDEX_URL)';
const OFFLINE_HINT =
  'Without a network, put the wheels into a folder, set UV_FIND_LINKS to it, and set UV_OFFLINE=1.';

// The first match counts. An index that refuses access has the same message as one without Triton,
// and only a hint besides. The texts are those of uv 0.13.9 and 0.8.0.
const CAUSES: readonly Cause[] = [
  {
    pattern: /No space left on device|Disk quota exceeded/i,
    explain: ({ what, folder }) => ({
      message: `no disk space left while installing ${what} into ${folder}`,
      hint: SPACE_HINT,
    }),
  },
  {
    pattern: /Hash mismatch for `([^`]+)`/,
    explain: (_failed, match) => ({
      message: `the index has another file for ${match[1]} than expected, by its SHA-256`,
      hint: `Check ${INDEX}, and whether a mirror or proxy changes files.`,
    }),
  },
  {
    pattern: /conflicting dependencies|depends on [^]*(?:unsatisfiable|incompatible)/,
    explain: ({ what }) => ({
      message: `the requirements conflict with ${what}`,
      hint: 'Change or remove the conflicting requirement. Each torch version requires one Triton version.',
    }),
  },
  {
    pattern: /triton\S* has no wheels with a matching/,
    explain: ({ what, pythonVersion, output }) => {
      const tags = output.match(/(?<=tags?:[^\n]*`)\w+(?=`)/g) ?? [];
      const known = tags.length === 0 ? '' : `; available wheels: ${tags.join(', ')}`;
      return {
        message: `${what} has no wheel for Python ${pythonVersion} on this machine${known}`,
        hint: 'Put another Python first on PATH, or set `--python` (input `python`).',
      };
    },
  },
  {
    pattern: /invalid peer certificate/i,
    explain: () => ({
      message: 'the certificate of the package index is not trusted',
      hint: 'Set SSL_CERT_FILE to a file with the certificates of your network.',
    }),
  },
  {
    pattern: /tunnel error|Proxy Authentication/i,
    explain: () => ({
      message: 'cannot connect to the proxy for the package index',
      hint: `Check HTTPS_PROXY and NO_PROXY. ${OFFLINE_HINT}`,
    }),
  },
  {
    pattern: /40[13] (?:Unauthorized|Forbidden)|valid authentication credentials/i,
    explain: () => ({
      message: 'the package index rejected the credentials',
      hint: 'Put them into the address of the index (UV_DEFAULT_INDEX, PIP_INDEX_URL) or into ~/.netrc.',
    }),
  },
  {
    pattern: /HTTP status server error \((\d+ [^)]*)\)/,
    explain: (_failed, match) => ({
      message: `the package index is out of order: it responded with ${match[1]}`,
      hint: `Try again later, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to another index. ${OFFLINE_HINT}`,
    }),
  },
  {
    pattern:
      /Failed to (?:fetch|download)|error sending request|connect error|dns error|timed? ?out/i,
    explain: () => ({
      message: 'cannot connect to the package index',
      hint: `Check the network, or set HTTPS_PROXY, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to a mirror. ${OFFLINE_HINT}`,
    }),
  },
  {
    pattern: /the network was disabled|index lookups were disabled/,
    explain: () => ({
      message:
        'a package is in no folder, and the network may not be used (UV_OFFLINE, PIP_NO_INDEX)',
      hint: 'Put its wheel, and those it depends on, into a folder of UV_FIND_LINKS or PIP_FIND_LINKS.',
    }),
  },
  {
    pattern:
      /(?:versions? of|Because(?: only)?) (?!triton\b|there\b|only\b)([a-z0-9][\w.-]*)[^\n]*unsatisfiable/i,
    explain: (_failed, match) => ({
      message: `the package index has no matching version of ${match[1]} for this Python`,
      hint: 'Correct `requirements:` in the manifest, or set UV_DEFAULT_INDEX or PIP_INDEX_URL to an index that has it.',
    }),
  },
  {
    pattern: /no version of triton|triton was not found|only triton/,
    explain: ({ what }) => ({
      message: `the package index has no ${what}`,
      hint: `Check the version and ${INDEX}.`,
    }),
  },
];

function explain(failed: FailedInstall): Problem {
  // uv wraps its sentences and indents the following lines.
  const output = failed.output.replaceAll(/\n\s+/g, ' ');
  for (const cause of CAUSES) {
    const match = cause.pattern.exec(output);
    if (match !== null) return cause.explain(failed, match);
  }
  return { message: `cannot install ${failed.what} into ${failed.folder}` };
}

const RELEVANT =
  /error|cause|sha256:|because|hint|conflict|depends on|fail|requested|\bgot\b|expected/i;

function relevantLines(output: string): readonly string[] {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const relevant = lines.filter((line) => RELEVANT.test(line));
  return (relevant.length > 0 ? relevant : lines)
    .slice(-6)
    .map((line) => (line.length > 300 ? `${line.slice(0, 299)}…` : line));
}
