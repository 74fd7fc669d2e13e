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
  /** Runs until it is killed. */
  readonly hangs?: boolean;
}

/** A program named `gh` in its own folder. */
export interface GhTool extends AsyncDisposable {
  /** A value of PATH with only this program. */
  readonly path: string;
  calls(): Promise<readonly GhCall[]>;
}

const VERIFIED = JSON.stringify([
  {
    attestation: {},
    verificationResult: {
      statement: { predicateType: 'https://slsa.dev/provenance/v1', subject: [] },
      signature: {
        certificate: {
          buildSignerURI:
            'https://github.com/me/kernels/.github/workflows/release.yml@refs/tags/v1.0.0',
        },
      },
    },
  },
]);

/** A fake of GitHub's command line tool: records its calls and prints the given output. */
export async function fakeGh({
  code = 0,
  stdout = VERIFIED,
  stderr = '',
  hangs = false,
}: GhBehaviour = {}): Promise<GhTool> {
  const folder = await mkdtemp(join(tmpdir(), 'gh-'));
  const record = join(folder, 'calls');
  const script = `#!${process.execPath}
const { appendFileSync } = require('node:fs');
const call = { args: process.argv.slice(2), env: process.env };
appendFileSync(${JSON.stringify(record)}, JSON.stringify(call) + '\\n');
process.stdout.write(${code === 0 ? JSON.stringify(stdout) : "''"});
process.stderr.write(${JSON.stringify(stderr)});
process.exitCode = ${code};
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
