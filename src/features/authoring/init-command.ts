import { existsSync } from 'node:fs';
import { relative } from 'node:path';
import type { Command } from 'commander';
import { Failure } from '../../base/errors.ts';
import {
  describeInstalled,
  describeKernel,
  findKernels,
  type FoundKernel,
  noKernels,
} from './kernel-text.ts';
import { addKernel, kernelName, newManifestOf } from './init-entry.ts';
import { installedModule } from './installed.ts';
import { parseFunction, parseModule } from '../../manifest/paths.ts';
import { freeKernelName, kernelNameProblem } from '../../manifest/terms/c-names.ts';
import { DEFAULT_MANIFEST } from '../../base/form.ts';
import { newestTriton } from '../../toolchain/python.ts';
import type { AddCommands } from '../../cli/command.ts';
import { afterDashes, CALL_OPTION, JSON_OPTION, PYTHON_OPTION } from '../../cli/options.ts';
import { initFromRun, type RunOptions } from './init-run.ts';
import { type Propose, proposeBuild } from '../../cli/propose.ts';

interface InitOptions extends RunOptions {
  readonly out: string;
  readonly name?: string;
  readonly print?: true;
}

/** The command `init`. */
export const addInitCommand: AddCommands = (program, context, answer, propose) => {
  const isProgram = afterDashes(program);
  program
    .command('init')
    .description(
      'Write a manifest of the kernels that a program or a call launches, or of one kernel, or list the kernels of files',
    )
    .usage('[options] <source>\n       triton-aot init [options] -- <program> [arguments...]')
    .argument(
      '[source...]',
      'A kernel as FILE.py:FUNCTION or, of an installed package, MODULE:FUNCTION; a file for --call; a file or folder to list its kernels; or a program after `--`',
    )
    .option(...CALL_OPTION)
    .option('--gpu <name>', 'With --call or a program: GPU to emulate (default: sm_80)')
    .option(
      '--limit <seconds>',
      'With --call or a program: time limit for one launch (default: 30)',
    )
    .option('--out <file>', 'Manifest to write, or to add kernels to', DEFAULT_MANIFEST)
    .option('--name <name>', "Name of the C function (default: from the kernel's name)")
    .option('--print', 'Write the manifest to standard output')
    .option(...PYTHON_OPTION)
    .option(...JSON_OPTION)
    .addHelpText('after', HELP)
    .action(async (words: readonly string[], options: InitOptions, self: Command) => {
      if (isProgram() || options.call !== undefined) {
        const out = self.getOptionValueSource('out') === 'cli' ? options.out : undefined;
        await initFromRun(words, { ...options, out }, self, { context, answer, propose });
        return;
      }
      const [source = '', ...more] = words;
      if (source === '' || more.length > 0)
        self.error('error: expected a kernel, a file or a folder, or a program after `--`', {
          exitCode: 2,
        });
      const request = { manifest: options.out, python: options.python };
      const inFile = parseFunction(source);
      const inModule =
        inFile === undefined && !existsSync(source) ? parseModule(source) : undefined;
      const named = inFile ?? inModule;
      if (named === undefined) {
        const kernels = await findKernels(source, request, context);
        if (kernels.length === 0) throw new Failure('usage', noKernels(source));
        answer(options.json, kernelsJson(kernels), kernelsText(kernels, propose));
        return;
      }
      const { file, function: fn } = named;
      const name = options.name ?? kernelName(fn);
      const installed = inModule && (await installedModule(inModule.file, options.python, context));
      checkName(name);
      const { entry, problem, call } =
        installed === undefined
          ? await describeKernel(file, fn, request, context)
          : await describeInstalled(installed, file, fn, request, context);
      if (problem !== undefined) context.log.warning(problem);
      const kernel = { entry: { ...entry, name }, pin: installed?.pin };
      const triton = (): Promise<string> => newestTriton(options.python, context);
      const { text, isNew } =
        options.print === true
          ? { text: newManifestOf(kernel, options.out, await triton()), isNew: true }
          : await addKernel(kernel, options.out, triton);
      const place = options.print === true ? null : options.out;
      // Without the index, the build takes the package from where it is installed.
      const further =
        installed !== undefined && options.python !== undefined ? ['--python', options.python] : [];
      answer(
        options.json,
        { manifest: place, kernel: name, text },
        options.print === true
          ? text
          : [
              `${isNew ? 'Wrote' : 'Added it to'} ${options.out}: kernel ${name}`,
              `${FROM_TEXT} ${propose(...runOf(inFile?.file, call, options.out))}`,
              `Next: fill in each TODO, then ${proposeBuild(options.out, propose, further)}\n`,
            ].join('\n'),
      );
    });
};

const HELP = `
With --call or a program, it runs once, with its launches emulated on the CPU: the manifest has the
shapes, grids and constants of the launches. Its Python needs Triton 3.6 to 3.9, PyTorch and NumPy.
Otherwise files are read, not run, and Triton is not needed. What the text does not say is TODO in the
manifest, and there is no test.

Examples:
  triton-aot init -- pytest tests
  triton-aot init softmax.py --call "softmax(torch.randn(64, 1000))"
  triton-aot init kernels/
  triton-aot init saxpy.py:saxpy_kernel
  triton-aot init saxpy.py:saxpy_kernel --print
  triton-aot init liger_kernel.ops.rms_norm:_rms_norm_forward_kernel`;

const FROM_TEXT =
  'It has what the text of the kernel says: nothing was run. A run says the rest, and writes a test:';

/** The command that fills in the rest: a call of the function that launches the kernel, or a program. */
function runOf(file: string | undefined, call: string | undefined, out: string): readonly string[] {
  const where = out === DEFAULT_MANIFEST ? [] : ['--out', out];
  return file === undefined || call === undefined
    ? ['init', ...where, '--', 'python', 'PROGRAM.py']
    : ['init', file, '--call', call, ...where];
}

/** @throws {Failure} `usage` if a kernel cannot have the name. */
function checkName(name: string): void {
  const problem = kernelNameProblem(name);
  if (problem === undefined) return;
  throw new Failure('usage', {
    message: `invalid kernel name \`${name}\`: ${problem}`,
    hint: `Give another one with --name, such as \`${freeKernelName(name)}\`.`,
  });
}

function shown({ path }: FoundKernel): string {
  return relative('.', path);
}

/** The text of the list: each kernel with its place, its parameters and a command. */
function kernelsText(kernels: readonly FoundKernel[], propose: Propose): string {
  return kernels
    .map((kernel) => {
      const { function: name, line, parameters } = kernel;
      const file = shown(kernel);
      return `${file}:${line}: ${name}(${parameters.join(', ')})\n    ${propose('init', `${file}:${name}`)}\n`;
    })
    .join('');
}

function kernelsJson(kernels: readonly FoundKernel[]): unknown {
  return {
    kernels: kernels.map((kernel) => ({
      source: `${shown(kernel)}:${kernel.function}`,
      line: kernel.line,
      parameters: kernel.parameters,
    })),
  };
}
