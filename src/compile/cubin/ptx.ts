import type { CubinParameter } from './cubin.ts';
import type { Target } from '../../manifest/terms/vendor-terms.ts';

/** The facts that PTX states about itself. */
interface Ptx {
  /** The version of the PTX language, such as `8.8`; a driver reads those up to its own. */
  readonly version: string;
  /** The architecture, such as `sm_80`. */
  readonly target: string;
  readonly kernels: readonly {
    readonly name: string;
    /** The sizes of its parameters, in bytes. */
    readonly sizes: readonly number[];
  }[];
}

/** PTX as manifest.json describes it. */
interface PtxFacts {
  /** NVIDIA's name for PTX of an architecture, such as `compute_80`. */
  readonly target: string;
  readonly version: string;
}

/** The name of a target's PTX, which is not that of its cubins. */
export function ptxName({ arch }: Pick<Target, 'arch'>): string {
  return `compute_${arch}`;
}

/** Returns what manifest.json says about PTX. */
export function ptxFacts(text: string, target: Pick<Target, 'arch'>): PtxFacts {
  return { target: ptxName(target), version: readPtx(text).version };
}

/** Checks PTX of one kernel for one target, by its cubin's parameters. Returns what is wrong. */
export function checkPtx(
  text: string,
  expected: {
    readonly kernel: string;
    readonly target: Target;
    readonly parameters: readonly Pick<CubinParameter, 'size'>[];
  },
): readonly string[] {
  const { version, target, kernels } = readPtx(text);
  if (version === '') return ['the PTX does not begin as PTX does'];
  const problems: string[] = [];
  if (target !== expected.target.name)
    problems.push(`the PTX is for ${target}, not for ${expected.target.name}`);
  const [kernel, ...others] = kernels;
  if (kernel?.name !== expected.kernel || others.length > 0) {
    const names = kernels.map(({ name }) => name).join(', ') || 'no kernel';
    problems.push(
      `the PTX should contain only the kernel ${expected.kernel}, but contains ${names}`,
    );
    return problems;
  }
  const sizes = expected.parameters.map(({ size }) => size).join(', ');
  const own = kernel.sizes.join(', ');
  if (own !== sizes)
    problems.push(
      `the parameters of the PTX have ${own || 'no'} bytes, those of the cubin ${sizes}`,
    );
  return problems;
}

/** The first directives, after comments. Source: PTX ISA, "PTX Module Directives". */
const HEAD = /^(?:\/\/.*\n|\s)*\.version (\d+\.\d+)\n\.target (\w+)/;

/** A kernel and its parameters, which take at most 20,000 characters. */
const ENTRY = /^\.visible \.entry ([\w$]+)\(([^)]{0,20000})\)/gm;

const PARAMETER = /^\.param .*\.[subf](\d+)\b[^[]*(?:\[(\d+)\])?$/;

function readPtx(text: string): Ptx {
  const [, version = '', target = ''] = HEAD.exec(text) ?? [];
  const kernels = [...text.matchAll(ENTRY)].map(([, name = '', list = '']) => ({
    name,
    sizes: list
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== '')
      .map((each) => {
        const [, bits, count = '1'] = PARAMETER.exec(each) ?? [];
        return (Number(bits) / 8) * Number(count);
      }),
  }));
  return { version, target, kernels };
}
