type Triple = readonly [number, number, number];

/** A launch that the recording driver recorded. */
export interface LaunchRecord {
  readonly call: 'cuLaunchKernel' | 'cuLaunchKernelEx';
  readonly result: number;
  /** Empty if the handle was invalid. */
  readonly kernel: string;
  readonly library: number;
  /** FNV-1a of the cubin. */
  readonly image: string;
  readonly arch: number;
  /** 1: from PTX. */
  readonly ptx?: number;
  /** The bytes of each parameter in hexadecimal, in memory order. */
  readonly parameters: readonly string[];
  readonly device: number;
  readonly context: number;
  /** 0, 1 and 2 are the driver's streams. Created streams count from 3. */
  readonly stream: number;
  readonly grid: Triple;
  readonly block: Triple;
  /** Dynamic shared memory in bytes. */
  readonly shared: number;
  readonly attributes: {
    readonly cluster?: Triple;
    readonly clusterSchedulingPolicy?: number;
    readonly programmaticStreamSerialization?: number;
    readonly cooperative?: number;
  };
}

/** A call that the recording driver recorded. `result` is the CUresult it returned. */
export type CudaRecord =
  | LaunchRecord
  | {
      readonly call: 'cuLibraryLoadData';
      readonly result: number;
      readonly options: number;
      readonly library?: number;
      readonly image?: string;
      readonly bytes?: number;
      readonly arch?: number;
      readonly ptx?: number;
      readonly kernels?: readonly string[];
    }
  | { readonly call: 'cuLibraryUnload'; readonly result: number; readonly library?: number }
  | {
      readonly call: 'cuLibraryGetKernel';
      readonly result: number;
      readonly library?: number;
      readonly kernel: string;
    }
  | {
      readonly call: 'cuKernelSetAttribute' | 'cuFuncSetAttribute';
      readonly result: number;
      readonly kernel?: string;
      readonly library?: number;
      readonly attribute: number;
      readonly value: number;
      readonly device: number;
    }
  | {
      readonly call: 'cuMemAllocAsync' | 'cuMemFreeAsync';
      readonly result: number;
      readonly size?: number;
      readonly address?: string;
      readonly stream: number;
    }
  | {
      readonly call: 'cuMemsetD8Async';
      readonly result: number;
      readonly size: number;
      readonly stream: number;
    }
  | {
      readonly call: 'cuTensorMapEncodeTiled';
      readonly result: number;
      readonly type: number;
      readonly address: string;
      readonly dimensions?: readonly number[];
      readonly strides?: readonly number[];
      readonly box?: readonly number[];
      readonly elementStrides?: readonly number[];
      readonly interleave: number;
      readonly swizzle: number;
      readonly promotion: number;
      readonly fill: number;
    };

/** Parses the log of the recording driver: one JSON object per line. */
export function parseRecords(log: string): readonly CudaRecord[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CudaRecord);
}

/** Returns the launches, in order. */
export function launchesOf(records: readonly CudaRecord[]): readonly LaunchRecord[] {
  return records.filter(
    (record): record is LaunchRecord =>
      record.call === 'cuLaunchKernel' || record.call === 'cuLaunchKernelEx',
  );
}
