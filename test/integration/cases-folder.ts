import { readdirSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ProcessResult } from '../../src/base/process.ts';
import { ARGUMENT_CASES } from '../cases/expected/arguments.ts';
import { P, Q } from '../cases/expected/case.ts';
import { FUNCTION_CASES } from '../cases/expected/functions.ts';
import { LAUNCH_CASES } from '../cases/expected/launches.ts';
import { ROOT, type Workspace, workspace } from '../support/command.ts';
import { compileProgram } from '../support/recording-cuda.ts';
import { tritonPython } from '../support/triton.ts';

/** The calls by topic, in the order they are made. */
export const CASES = { ...ARGUMENT_CASES, ...FUNCTION_CASES, ...LAUNCH_CASES };
export const ALL = Object.values(CASES).flat();

/** Makes all calls, and prints what they return. */
export const PROGRAM = `
#include <cases.h>
#include <cstdio>
static const CUdeviceptr P = ${P}, Q = ${Q};
int main() {
  CUcontext context;
  cuInit(0);
  cuDevicePrimaryCtxRetain(&context, 0);
  cuCtxSetCurrent(context);
${ALL.map(({ call }) => `  std::printf("%d ", static_cast<int>(${call}));`).join('\n')}
}
`;

/** A kernel of a `manifest.json`. */
interface PackagedKernel {
  readonly name: string;
  readonly variants: readonly {
    readonly algo: number;
    readonly target: string;
    readonly sha256: string;
    readonly resources: { readonly registers: number };
  }[];
}

/** A copy of the cases, which is built with one Triton. */
export interface CasesFolder {
  readonly space: Workspace;
  /** Builds a manifest into the folder `out`, in one process. */
  readonly build: (
    manifest: string,
    out: string,
    ...more: readonly string[]
  ) => Promise<ProcessResult>;
  /** Compiles a program with the package in `out`, and returns its path. */
  readonly compile: (main: string, out: string) => Promise<string>;
  readonly kernelsIn: (out: string) => Promise<readonly PackagedKernel[]>;
}

export async function casesFolder(version: string): Promise<CasesFolder> {
  const space = await workspace();
  await cp(join(ROOT, 'test/cases'), space.folder, { recursive: true });
  const python = await tritonPython(version);
  return {
    space,
    build: (manifest, out, ...more) => {
      const chosen = ['--triton', version, '--python', python, '--jobs', '1', ...more];
      const files = ['--manifest', manifest, '--store', 'store', '--out', out];
      return space.triton(['build', ...files, ...chosen]);
    },
    compile: (main, out) => {
      const folder = join(space.folder, out);
      const names = readdirSync(join(folder, 'src')).filter((name) => name.endsWith('.c'));
      const sources = names.map((name) => join(folder, 'src', name));
      const includeDirs = [join(folder, 'include')];
      return compileProgram({ texts: { 'main.cpp': main }, sources, includeDirs });
    },
    kernelsIn: async (out) => {
      const text = await readFile(join(space.folder, out, 'manifest.json'), 'utf8');
      return (JSON.parse(text) as { kernels: PackagedKernel[] }).kernels;
    },
  };
}
