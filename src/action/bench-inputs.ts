import { DEFAULT_BENCH_TIMEOUT } from '../prove/bench/request.ts';
import { DEFAULT_WAIT } from '../prove/harness/lease.ts';
import { DEFAULT_PACKAGE, inputReader } from './inputs.ts';

/** The inputs of the sub-action bench, by their names in bench/action.yml in camel case. */
export type BenchInputs = Readonly<ReturnType<typeof readBenchInputs>>;

/**
 * Reads all inputs. `get` returns an input's text, empty if it is not set.
 * @throws {Failure} `usage` with every invalid input.
 */
export function readBenchInputs(get: (name: string) => string) {
  const read = inputReader(get);
  const inputs = {
    package: read.text('package') ?? DEFAULT_PACKAGE,
    artifact: read.text('artifact'),
    jit: read.flag('jit'),
    python: read.text('python'),
    manifest: read.text('manifest') ?? 'kernels.yaml',
    only: read.list('only') ?? [],
    device: read.text('device'),
    /** In seconds, like `timeout`. */
    wait: read.count('wait') ?? DEFAULT_WAIT,
    timeout: read.count('timeout') ?? DEFAULT_BENCH_TIMEOUT,
    allowUntrusted: read.flag('allow-untrusted'),
    summary: read.flag('summary', true),
  };
  read.check();
  return inputs;
}
