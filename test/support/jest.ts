/** Jest's functions, which the runner has made globals of the process that runs the tests. */
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest, test } =
  globalThis as unknown as typeof import('@jest/globals');
