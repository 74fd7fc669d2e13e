import type { CheckResult, RunResult } from './result.ts';

/** `matmul_fp16 [algo 1, specialisation 0, M=257]`, or with the check's name. */
export function titleOf(result: RunResult | CheckResult): string {
  if ('check' in result) return `${result.kernel} [check ${result.check}]`;
  const { kernel, algo, specialisation } = result;
  return `${kernel} [algo ${algo}, specialisation ${specialisation}, ${result.case}]`;
}

/** What failed, in one text. */
export function failureText(result: RunResult | CheckResult): string {
  return `${titleOf(result)}: ${result.problems.map(({ message }) => message).join('; ')}`;
}

/** The command that runs a kernel's tests, or one case of it with one algo, alone. */
export function aloneCommand(
  settings: { readonly package: string; readonly sanitize: boolean },
  kernel: string,
  run?: { readonly index: number; readonly algo: number },
): string {
  const words = [
    'triton-aot',
    'smoke',
    '--package',
    settings.package,
    '--only',
    kernel,
    ...(run === undefined ? [] : ['--case', String(run.index), '--algo', String(run.algo)]),
    ...(settings.sanitize ? ['--sanitize'] : []),
  ];
  return words.map(quote).join(' ');
}

/** A word as a POSIX shell reads it back. */
function quote(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
