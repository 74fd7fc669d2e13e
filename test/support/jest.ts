import type * as Jest from '@jest/globals';

/** Jest's functions, which its runner has made globals of the process. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis as unknown as typeof Jest;
