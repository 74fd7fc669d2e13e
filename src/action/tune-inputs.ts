import { dirname, join } from 'node:path';
import { DEFAULT_WAIT } from '../prove/harness/lease.ts';
import { DEFAULT_RUN_TIMEOUT } from '../prove/smoke/request.ts';
import { TUNING_FILE } from '../manifest/tuning/file.ts';
import { DEFAULT_PACKAGE, inputReader } from './inputs.ts';

/** The inputs of the sub-action tune, by their names in tune/action.yml in camel case. */
export type TuneInputs = Readonly<ReturnType<typeof readTuneInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readTuneInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const manifest = read.text('manifest') ?? 'kernels.yaml';
  const inputs = {
    package: read.text('package') ?? DEFAULT_PACKAGE,
    artifact: read.text('artifact'),
    manifest,
    out: read.text('out') ?? join(dirname(manifest), TUNING_FILE),
    only: read.list('only') ?? [],
    algo: read.list('algo')?.map((text) => {
      if (!/^\d{1,6}$/.test(text))
        read.reject(`input algo: invalid value \`${text}\`: expected whole numbers from 0`);
      return Number(text);
    }),
    again: read.flag('again'),
    device: read.text('device'),
    /** In seconds, like `timeout`. */
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_RUN_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
    summary: read.flag('summary', true),
  };
  read.check();
  return inputs;
}
