import { availableParallelism } from 'node:os';
import { Option } from 'commander';
import { readDocument } from '../core/manifest/document.ts';
import { DEFAULT_RUN_TIMEOUT, DEFAULT_WAIT, type SmokeRequest } from '../core/smoke/request.ts';
import { smoke, smokeFailure } from '../core/smoke/smoke.ts';
import type { AddCommands } from './command.ts';
import { lockFolder } from '../core/smoke/lock-folder.ts';
import { count, index, list } from './option.ts';
import { smokeText } from './smoke-answers.ts';

interface SmokeOptions extends Omit<SmokeRequest, 'lockFolder' | 'only' | 'sanitize'> {
  readonly manifest: string;
  readonly only?: string[];
  readonly sanitize?: true;
  readonly json?: true;
}

/** The command `smoke`, which tests a package on a GPU. */
export const addSmokeCommand: AddCommands = (program, context, answer) => {
  program
    .command('smoke')
    .description('test a package on a GPU as its manifest says; needs no Python and no Triton')
    .option('--package <folder>', 'the package to test', 'aot')
    .option('--manifest <file>', 'where failures are shown, if it is there', 'kernels.yaml')
    .addOption(
      new Option('--gpu <need>', 'without one: fail, or compile and link the test only')
        .choices(['required', 'auto'])
        .default('required'),
    )
    .option('--device <number or UUID>', 'the GPU to test on (an idle one when left out)')
    .option('--only <globs>', 'kernels to test (all when left out)', list)
    .option('--case <n>', 'one case of each kernel, by its number from 0', index)
    .option('--algo <n>', 'one algo of each kernel', index)
    .option('--sanitize', 'run under compute-sanitizer, which the machine must have')
    .option('--wait <seconds>', 'for a GPU that other tests use', count, DEFAULT_WAIT)
    .option('--timeout <seconds>', 'after which a run is given up', count, DEFAULT_RUN_TIMEOUT)
    .option('--jobs <n>', 'compiles at once', count, availableParallelism())
    .option('--keep <folder>', 'keep the compiled test here')
    .option('--json', 'print one JSON document')
    .action(async ({ manifest, only = [], sanitize, json, ...chosen }: SmokeOptions) => {
      const request = {
        ...chosen,
        only,
        sanitize: sanitize === true,
        lockFolder: lockFolder(context.env),
      };
      const result = await smoke(request, context);
      answer(
        json === true ? { json } : {},
        () => result,
        () => smokeText(result),
      );
      // A machine that tests need not have the manifest.
      const document = await readDocument(manifest);
      const failure = smokeFailure(result, (path) => document?.locate(path));
      if (failure !== undefined) throw failure;
    });
};
