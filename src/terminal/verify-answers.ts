import type { Verification } from '../core/verify/verify.ts';

const MARKS = { ok: 'ok', failed: '!!', skipped: '--' } as const;

/** What `verify` prints: for each package a line for each thing that was looked at, or why it was not. */
export function verifyText(results: readonly Verification[]): string {
  return results.map(textOf).join('');
}

export function verifyJson(results: readonly Verification[]): unknown {
  return { packages: results.map(jsonOf) };
}

function textOf({ pkg, checks }: Verification): string {
  const { manifest, folder } = pkg;
  const part = manifest.part === undefined ? '' : ` for ${manifest.part}`;
  const lines = checks.map(({ outcome, text }) => `  ${MARKS[outcome]}  ${text}\n`);
  return `${manifest.package} ${manifest.version}${part} in ${folder}\n${lines.join('')}`;
}

function jsonOf({ pkg, checks, problems }: Verification): unknown {
  const { manifest, manifestSha256, folder } = pkg;
  return {
    package: manifest.package,
    version: manifest.version,
    ...(manifest.part !== undefined && { part: manifest.part }),
    folder,
    manifestSha256,
    checks,
    problems,
  };
}
