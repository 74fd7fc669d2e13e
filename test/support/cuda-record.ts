type Triple = readonly [number, number, number];

/** A launch as the recording driver saw it. */
export interface LaunchRecord {
  readonly call: 'cuLaunchKernel' | 'cuLaunchKernelEx';
  readonly result: number;
  /** Empty when the handle was none. */
  readonly kernel: string;
  readonly library: number;
  /** FNV-1a of the cubin. */
  readonly image: string;
  readonly arch: number;
  /** Each parameter's bytes in hex, in memory order. */
  readonly parameters: readonly string[];
  readonly device: number;
  readonly context: number;
  /** 0, 1 and 2 are the driver's own streams; created ones count from 3. */
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

/** One call as the recording driver saw it; `result` is the CUresult it gave back. */
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

/** Reads the recording driver's log: one JSON object a line. */
export function parseRecords(log: string): readonly CudaRecord[] {
  return log
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as CudaRecord);
}

/** The launches among the records, in order. */
export function launchesOf(records: readonly CudaRecord[]): readonly LaunchRecord[] {
  return records.filter(
    (record): record is LaunchRecord =>
      record.call === 'cuLaunchKernel' || record.call === 'cuLaunchKernelEx',
  );
}
