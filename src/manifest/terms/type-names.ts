import { nearest } from '../../base/text.ts';
import { ARGUMENT_TYPE_NAMES, type ElementType, isElementType, isMemoryOnly } from './types.ts';

/** Names of types in other places: C, NumPy, PyTorch, triton.language, LLVM. */
const OTHER_NAMES: ReadonlyMap<string, ElementType> = new Map([
  ...([8, 16, 32, 64] as const).flatMap((bits): [string, ElementType][] => [
    [`int${bits}`, `i${bits}`],
    [`int${bits}_t`, `i${bits}`],
    [`uint${bits}`, `u${bits}`],
    [`uint${bits}_t`, `u${bits}`],
  ]),
  ['bool', 'i1'],
  ['int1', 'i1'],
  ['int', 'i32'],
  ['uint', 'u32'],
  ['long', 'i64'],
  ['half', 'fp16'],
  ['f16', 'fp16'],
  ['float16', 'fp16'],
  ['bfloat16', 'bf16'],
  ['float', 'fp32'],
  ['float32', 'fp32'],
  ['double', 'fp64'],
  ['f64', 'fp64'],
  ['float64', 'fp64'],
  ['fp8', 'fp8e4nv'],
  ...(['e4m3', 'e4m3fn', 'e4nv'] as const).flatMap(fp8('fp8e4nv')),
  ...(['e5m2', 'e5'] as const).flatMap(fp8('fp8e5')),
  ...(['e4m3fnuz', 'e4b8'] as const).flatMap(fp8('fp8e4b8')),
  ...(['e5m2fnuz', 'e5b16'] as const).flatMap(fp8('fp8e5b16')),
]);

function fp8(name: ElementType): (format: string) => [string, ElementType][] {
  return (format) =>
    [`fp8${format}`, `fp8_${format}`, `float8${format}`, `float8_${format}`].map((other) => [
      other,
      name,
    ]);
}

/** Returns the type that a name such as `float32`, `*half` or `int *` most likely means. */
export function likelyType(text: string): string | undefined {
  const name = text
    .toLowerCase()
    .replaceAll(/\s|\bconst\b|\*/g, '')
    .replace(/^(?:tl|torch|np|numpy|jnp|triton\.language)\./, '');
  const element = isElementType(name) ? name : OTHER_NAMES.get(name);
  if (element === undefined) return nearest(text, ARGUMENT_TYPE_NAMES);
  // Values of these types exist in memory only.
  return text.includes('*') || isMemoryOnly(element) ? `*${element}` : element;
}
