import type { Download } from '../../src/base/context.ts';

/** For contexts of code that must download nothing. */
export const noNetwork: Download = (url) => Promise.reject(new Error(`a download of ${url.href}`));
