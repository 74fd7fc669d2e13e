import { z } from 'zod';
import { key } from '../../base/slot.ts';
import type { FeatureKey, SettingsOfKernel } from '../../manifest/parts.ts';
import type { Problems } from '../../manifest/problems.ts';
import { splitSignature } from '../../manifest/signature.ts';
import { isOptionName } from '../../manifest/terms/options.ts';

/** A kernel that Triton's tools are called for. */
export interface ToolCall {
  readonly kernel: string;
  /** The signature: one token for each parameter. */
  readonly tokens: readonly string[];
  /** What compile.py writes to, without the hash and the ending. The last part names the functions. */
  readonly out: string;
  /** What link.py writes to. Kernels with the same one are linked together. */
  readonly link: string;
}

/** The calls of a manifest, in its order. */
export const TOOL_CALLS = key<readonly ToolCall[]>('triton-generator');

const EXPECTED = { error: 'expected `triton`, or a map with `name: triton`, `out` and `link`' };
const triton = z.literal('triton', EXPECTED);
const settingsSchema = z.strictObject(
  {
    name: triton,
    out: z.string().optional().describe('`-o` of compile.py. Default: the name of the kernel.'),
    link: z.string().optional().describe('`-o` of link.py. Default: the name of the kernel.'),
  },
  EXPECTED,
);
const DESCRIPTION = "`triton`: the package also has the files of Triton's compile.py and link.py.";

export const GENERATOR_FOR_ALL: FeatureKey = {
  name: 'generator',
  schema: triton.optional().describe(DESCRIPTION),
  keysAt: () => [],
};

export const GENERATOR_KEY: FeatureKey = {
  name: 'generator',
  schema: z.union([triton, settingsSchema], EXPECTED).optional().describe(DESCRIPTION),
  keysAt: () => Object.keys(settingsSchema.shape),
};

/** The settings of a kernel that decide what the tools get, with the shapes of their schemas. */
interface Settings {
  readonly generator?: 'triton' | z.infer<typeof settingsSchema>;
  readonly signature?: string;
  readonly configs?: unknown;
}

/** A type, with or without a hint that compile.py knows, or a number. */
const TOKEN =
  /^(?:(?!(?:true|false|none|null)$)\*?[a-z]\w*(?::(?:16|1))?|[-+]?[\d.]+(?:e[-+]?\d+)?)$/i;

/** True for settings that the tools cannot be told. */
const isUnknownToTools = (name: string): boolean =>
  isOptionName(name)
    ? !['num_warps', 'num_stages'].includes(name)
    : ['specialisations', 'grid_parameters', 'requires', 'line_info'].includes(name);

const HINT =
  'The package has its own functions for every kernel: set `generator: triton` on the others only.';

/** Reads which kernels the tools are called for. Adds a problem for everything that they cannot do. */
export function readToolCalls(
  top: Pick<Settings, 'generator'>,
  kernels: readonly SettingsOfKernel[],
  problems: Problems,
): readonly ToolCall[] {
  return kernels.flatMap(({ name, settings, pathOf }) => {
    const { generator = top.generator, signature = '', configs }: Settings = settings;
    if (generator === undefined) return [];
    const own = problems.under(pathOf);
    const refuse = (message: string, part = own): void => part.add(message, HINT);
    if (signature === '') refuse('`generator: triton` needs a `signature`');
    const choices: readonly object[] = Array.isArray(configs) ? configs : [];
    if (configs !== undefined && choices.length === 0)
      refuse('compile.py takes no function with @triton.autotune', own.at('configs'));
    for (const each of new Set([settings, ...choices].flatMap((one) => Object.keys(one))))
      if (isUnknownToTools(each)) refuse(`compile.py has no option for \`${each}\``);
    const tokens = splitSignature(signature);
    for (const token of tokens)
      if (!TOKEN.test(token)) refuse(`compile.py does not take \`${token}\``, own.at('signature'));
    const { out = name, link = name } = typeof generator === 'string' ? {} : generator;
    for (const path of [out, link])
      if (!/^(?:[A-Za-z_]\w*\/)*[A-Za-z_]\w*$/.test(path))
        refuse(`expected a path such as fp16/matmul_fp16, found \`${path}\``, own.at('generator'));
    return [{ kernel: name, tokens, out, link }];
  });
}
