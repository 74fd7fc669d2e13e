import { z } from 'zod';

/** What the program of src/cache.ts is asked for, as JSON on its standard input. One process serves one request. */
export type CacheRequest = RestoreRequest | SaveRequest;

export interface RestoreRequest {
  readonly operation: 'restore';
  readonly prefixes: readonly string[];
  readonly file: string;
  /** How long a call of the service, without any transfer, may take: in seconds. */
  readonly patience: number;
}

export interface SaveRequest {
  readonly operation: 'save';
  readonly name: string;
  readonly file: string;
  readonly patience: number;
}

/**
 * Why a request was not served. `down`: the service cannot be used now, so that there is no use in asking again;
 * `denied`: the job's token does not allow this operation; `failed`: this request alone.
 */
const refusalSchema = z.object({
  problem: z.enum(['down', 'denied', 'failed']),
  message: z.string(),
});

const restoredSchema = z.object({ found: z.string().nullable() });

const savedSchema = z.object({ kept: z.boolean() });

/** Its answer: JSON on the last line of its standard output. */
export const cacheAnswerSchema = z.union([restoredSchema, savedSchema, refusalSchema]);

export type CacheAnswer = z.infer<typeof cacheAnswerSchema>;
export type Refusal = z.infer<typeof refusalSchema>;
