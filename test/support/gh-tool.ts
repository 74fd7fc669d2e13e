import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A call of the tool. */
export interface GhCall {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

export interface GhBehaviour {
  readonly code?: number;
  /** The output; by default a workflow of `me/kernels` that attested the archive. */
  readonly stdout?: string;
  readonly stderr?: string;
  /** What is stated, by predicate type. Without it, whatever `stdout` says. */
  readonly statements?: Readonly<Record<string, unknown>>;
  /** Runs until it is killed. */
  readonly hangs?: boolean;
}

/** A program named `gh` in its own folder. */
export interface GhTool extends AsyncDisposable {
  /** A value of PATH with only this program. */
  readonly path: string;
  calls(): Promise<readonly GhCall[]>;
}

/** The output of the tool for a statement that it has verified. */
function verified(predicateType: string, predicate: unknown = {}): string {
  const signer = 'https://github.com/me/kernels/.github/workflows/release.yml@refs/tags/v1.0.0';
  const signature = { certificate: { buildSignerURI: signer } };
  const statement = { predicateType, subject: [], predicate };
  return JSON.stringify([{ attestation: {}, verificationResult: { statement, signature } }]);
}

const VERIFIED = verified('https://slsa.dev/provenance/v1');

/** A fake of GitHub's command line tool: records its calls and prints the given output. */
export async function fakeGh({
  code = 0,
  stdout = VERIFIED,
  stderr = '',
  hangs = false,
  statements,
}: GhBehaviour = {}): Promise<GhTool> {
  const folder = await mkdtemp(join(tmpdir(), 'gh-'));
  const record = join(folder, 'calls');
  const answers = Object.entries(statements ?? {}).map(([type, predicate]) => [
    type,
    verified(type, predicate),
  ]);
  const script = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const call = { args: process.argv.slice(2), env: process.env };
appendFileSync(${JSON.stringify(record)}, JSON.stringify(call) + '\\n');
const answers = ${statements === undefined ? 'undefined' : JSON.stringify(Object.fromEntries(answers))};
const answer = answers?.[call.args[call.args.indexOf('--predicate-type') + 1]] ?? '';
process.stdout.write(answers ? answer : ${code === 0 ? JSON.stringify(stdout) : "''"});
process.stderr.write(${JSON.stringify(stderr)});
process.exitCode = answers ? (answer ? 0 : 1) : ${code};
${hangs ? 'setInterval(() => undefined, 1000);' : ''}
`;
  await writeFile(join(folder, 'gh'), script);
  await chmod(join(folder, 'gh'), 0o755);
  return {
    path: folder,
    calls: async () => {
      const text = await readFile(record, 'utf8').catch(() => '');
      return text
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line) as GhCall);
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}
