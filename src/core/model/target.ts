/** A GPU architecture to generate code for. */
export interface Target {
  readonly backend: 'cuda';
  /** The compute capability as one number: 90 for 9.0. */
  readonly arch: number;
  /** The name, such as `sm_90`. */
  readonly name: string;
}

/**
 * The architectures that Triton's NVIDIA backend compiles for, each with the first supported Triton
 * version that does.
 * Source: compiled with each of the versions; see docs/background/triton.md.
 */
const ARCHITECTURES: ReadonlyMap<number, string> = new Map([
  [75, '3.6.0'],
  [80, '3.6.0'],
  [86, '3.6.0'],
  [87, '3.6.0'],
  [89, '3.6.0'],
  [90, '3.6.0'],
  [100, '3.6.0'],
  [103, '3.6.0'],
  [110, '3.8.0'],
  [120, '3.6.0'],
  [121, '3.6.0'],
]);

/** Every target name a manifest may use. */
export const TARGET_NAMES: readonly string[] = [...ARCHITECTURES.keys()].map(
  (arch) => `sm_${arch}`,
);

/** Parses `sm_90` or `cuda:90`; undefined if Triton does not compile for it. */
export function parseTarget(text: string): Target | undefined {
  const digits = /^(?:sm_|cuda:)(\d{2,3})$/.exec(text)?.[1];
  const arch = Number(digits);
  return digits !== undefined && ARCHITECTURES.has(arch)
    ? { backend: 'cuda', arch, name: `sm_${digits}` }
    : undefined;
}

/** Returns the name of the target that `sm90`, `sm_90a`, `9.0` or `compute_90` most likely means. */
export function likelyTarget(text: string): string | undefined {
  const digits = /^\D*(\d{1,2})\.?(\d)[a-z]?$/i.exec(text.trim())?.slice(1).join('');
  return TARGET_NAMES.find((name) => name === `sm_${digits}`);
}

/** Returns the first supported Triton version that compiles for the target. */
export function firstTritonFor(target: Target): string {
  return ARCHITECTURES.get(target.arch) ?? '';
}

/**
 * Returns the compute capabilities a cubin runs on. Up to 8.9, a cubin runs on its major version
 * from its minor version upwards. From 9.0 on, Triton compiles architecture-specific code (sm_90a,
 * …), which runs on one only.
 * Source: CUDA C++ Programming Guide, "Compute capabilities" and "Feature-specific compilation
 * targets".
 */
export function minorRange(target: Target): { major: number; from: number; to: number } {
  const major = Math.floor(target.arch / 10);
  const from = target.arch % 10;
  return { major, from, to: target.arch >= 90 ? from : 9 };
}

/** Whether a device of this compute capability runs code compiled for the target. */
export function runsOn(
  target: Target,
  { major, minor }: { readonly major: number; readonly minor: number },
): boolean {
  const range = minorRange(target);
  return range.major === major && range.from <= minor && minor <= range.to;
}
