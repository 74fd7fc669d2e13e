import { groupBy } from '../base/groups.ts';
import { canonicalJson, sha256 } from '../base/text.ts';
import { BRIDGE_VERSION, jobTarget } from '../toolchain/workers/protocol.ts';
import type { KernelEntry } from '../manifest/entry.ts';
import type { ArgumentSpec } from '../manifest/signature.ts';
import { toWire, type WireConstant } from '../manifest/terms/constant.ts';
import {
  type Hint,
  type HintChoice,
  ALL_HINTS,
  type HintSet,
  meets,
  strongest,
} from '../manifest/terms/hint.ts';
import type { Argument, KernelDefinition } from '../manifest/terms/kernel.ts';
import type { EvaluatedCase } from '../manifest/cases/case.ts';
import { bytesOf } from '../manifest/values/elements.ts';
import { blockSizes, formatArgumentType, isInteger } from '../manifest/terms/types.ts';
import type { HashContext } from './kernel-hash.ts';
import type { CaseCall } from '../manifest/cases/call.ts';
import { launches } from '../manifest/cases/launches.ts';
import type { SourceCode } from './source-code.ts';
import type { GivenHints, HintRequest, ReadKernel } from './states.ts';

/** Returns the arguments whose hints are found: pointers and integers without a hint in the manifest. */
export function freeArguments(
  entry: Pick<KernelEntry, 'specialise' | 'specialisations'>,
  args: readonly Argument[],
  specs: readonly ArgumentSpec[],
): readonly Argument[] {
  if (entry.specialise === 'listed' || entry.specialisations !== undefined) return [];
  return args.filter(({ type }, index) => {
    const isGiven = specs[index]?.isGiven ?? true;
    const name = formatArgumentType(type);
    return !isGiven && (type.kind === 'pointer' || (isInteger(type) && !/^[iu]1$/.test(name)));
  });
}

/** The hints that were found, by the keys of their requests. */
export type FoundHints = ReadonlyMap<string, readonly HintChoice[]>;

/** More calls are not looked at: each can become a specialisation. */
const MOST_CALLS = 8;
/** Calls with fewer buffer elements than this take less time than their launch. */
const WORTHWHILE = 2 ** 16;

/** The request for a kernel's hints; undefined if the manifest gives all of them. */
export function hintRequest(
  { kernel, given, cases, timed }: ReadKernel,
  code: SourceCode,
  context: HashContext,
): HintRequest | undefined {
  const { free } = given;
  if (free.length === 0) return undefined;
  const names = new Set(free.map(({ name }) => name));
  const all = [...cases, ...timed].filter(launches);
  const calls = callsOf(kernel, given, all);
  // Only these can prove a specialisation.
  const whole = all.filter(({ blocks }) => blocks === undefined);
  const worthwhile = callsOf(kernel, given, whole)
    .filter(({ elements }) => elements >= WORTHWHILE)
    .slice(0, MOST_CALLS);
  const integers = free.filter(
    ({ name, type }) => type.kind === 'scalar' && !given.neverOne.has(name),
  );
  const ones = integers.filter(({ name }) => calls.every(({ set }) => set[name] === 1));
  const [config] = configsOf(kernel, given);
  const types = new Map(
    kernel.arguments.map(({ name, type }) => [
      name,
      formatArgumentType(
        type,
        type.kind === 'tensor' ? blockSizes(type, config?.values ?? new Map()) : undefined,
      ),
    ]),
  );
  const job = {
    source: code.source,
    signature: kernel.parameters.map((name) => [name, types.get(name) ?? 'constexpr'] as const),
    configs: configsOf(kernel, given).map(({ constants, options }) => ({ constants, options })),
    targets: HINT_TARGETS,
    target: HINT_TARGETS[0],
    free: [...names],
    fixed: setOf(kernel.arguments, (_argument, index) => strongest(given.hints[index] ?? [])),
    pointers: free.filter(({ type }) => type.kind === 'pointer').map(({ name }) => name),
    isCalled: calls.length > 0,
    ones: ones.map(({ name }) => name),
    calls: worthwhile.map(({ set }) => set),
  };
  const key = keyOf(job, code, context);
  const other = withFp16(job);
  const alike = other === job ? { key, job } : { key: keyOf(other, code, context), job: other };
  return { key, kernel, job, alike, cases: worthwhile.map(({ name }) => name) };
}

/** Returns the hash of everything that the answer to a question depends on. */
function keyOf(
  { source, ...rest }: HintRequest['job'],
  code: SourceCode,
  context: HashContext,
): string {
  return sha256(
    canonicalJson({
      bridge: BRIDGE_VERSION,
      triton: context.tritonVersion,
      tritonDigest: context.tritonDigest,
      machine: context.machine,
      requirements: context.requirements.toSorted(),
      environment: context.environment,
      closure: code.files.map(({ path, sha256: part }) => ({ path, sha256: part })),
      module: code.module,
      function: source.function,
      ...rest,
    }),
  );
}

/** Returns a question about the kernel with fp16 for bf16, in signature and constants; the same if there is no bf16. */
function withFp16(job: HintRequest['job']): HintRequest['job'] {
  const signature = job.signature.map(
    ([name, type]) => [name, type.replace(/\bbf16\b/, 'fp16')] as const,
  );
  if (signature.every(([, type], index) => type === job.signature[index]?.[1])) return job;
  const configs = job.configs.map(({ constants, options }) => ({
    constants: Object.fromEntries(
      Object.entries(constants).map(([name, wire]) => [name, isBf16(wire) ? FP16 : wire] as const),
    ),
    options,
  }));
  // A string or tuple that says bf16 would not fit the types.
  return /bf(?:loat)?16/.test(JSON.stringify(configs)) ? job : { ...job, signature, configs };
}

const FP16 = toWire({ kind: 'dtype', value: 'float16' });

function isBf16([kind, text]: WireConstant): boolean {
  return kind === 'dtype' && text === 'bfloat16';
}

/** Hints are found with the first of these that a kernel compiles for, whatever is built. */
const HINT_TARGETS = [
  jobTarget({ backend: 'cuda', arch: 80, name: 'sm_80' }),
  jobTarget({ backend: 'cuda', arch: 90, name: 'sm_90' }),
  jobTarget({ backend: 'cuda', arch: 100, name: 'sm_100' }),
] as const;

/** Returns what the JIT would know about the arguments of each case, those that move most memory first. */
function callsOf(
  { arguments: args }: KernelDefinition,
  { hints, free, neverOne }: GivenHints,
  cases: readonly EvaluatedCase[],
): readonly { readonly name: string; readonly elements: number; readonly set: HintSet }[] {
  const isFree = new Set(free.map(({ name }) => name));
  const calls = cases
    .flatMap((call) => {
      const holding = args.map(({ name }, index) =>
        (isFree.has(name) ? ALL_HINTS : (hints[index] ?? [])).filter(
          (hint) => holds(hint, name, call) && !(hint === 1 && neverOne.has(name)),
        ),
      );
      // A case against the manifest's own hints reaches no specialisation, which `reachCases` says.
      if (holding.some((own) => own.length === 0)) return [];
      return {
        name: call.name,
        elements: [...call.buffers.values()].reduce((sum, each) => sum + (each?.length ?? 0), 0),
        set: setOf(args, (_argument, index) => strongest(holding[index] ?? [])),
      };
    })
    .toSorted((a, b) => b.elements - a.elements);
  const different = groupBy(calls, ({ set }) => canonicalJson(set));
  return [...different.values()].flatMap(([first]) => first ?? []);
}

/** Returns whether a hint holds for the value of a case. Buffers are aligned. */
function holds(hint: Hint, name: string, { scalars, buffers, views }: CaseCall): boolean {
  const value = scalars.get(name);
  if (value?.kind === 'integer') return meets(value.value, hint);
  if (hint === 0) return true;
  const view = views.get(name);
  const buffer = buffers.get(view?.of ?? name);
  if (buffer === undefined || hint === 1) return false;
  const bytes = buffer === null ? 0 : (view?.offset ?? 0) * bytesOf(buffer.element);
  return meets(BigInt(bytes), hint);
}

function setOf(
  args: readonly Argument[],
  hintOf: (argument: Argument, index: number) => Hint,
): HintSet {
  return Object.fromEntries(
    args.flatMap((argument, index) => {
      const hint = hintOf(argument, index);
      return hint === 0 ? [] : [[argument.name, hint] as const];
    }),
  );
}

/** The configs, each with the values of heuristics for the most and for the least regular calls. */
function configsOf({ configs }: KernelDefinition, { computed }: GivenHints) {
  return configs.flatMap((config) => {
    const choices = [0, -1].map(
      (index) =>
        new Map([
          ...computed.flatMap(({ parameter, values }) => {
            const value = values.at(index);
            return value === undefined ? [] : [[parameter, value] as const];
          }),
          ...config.constants,
        ]),
    );
    return choices.slice(0, computed.length === 0 ? 1 : 2).map((values) => ({
      values,
      constants: Object.fromEntries([...values].map(([name, value]) => [name, toWire(value)])),
      options: config.options,
    }));
  });
}
