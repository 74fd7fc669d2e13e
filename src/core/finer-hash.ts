import { canonical, sha256, type HashInputs } from './hash.ts';

/**
 * The finer hash: all that the kernel hash covers, with the function's digest in the place of the files it comes
 * from. A variant has none where the compiler writes lines of those files into the code, as a debug build's
 * assertions do.
 */
export function finerHash(inputs: HashInputs, digest: string): string | undefined {
  if (isDebug(inputs)) return undefined;
  // The digest covers the names of modules as far as they matter.
  const { closure: _closure, module: _module, ...others } = inputs;
  return sha256(canonical({ ...others, digest }));
}

function isDebug({ options, environment }: HashInputs): boolean {
  return Boolean(options['debug']) || environment['TRITON_DEBUG'] !== undefined;
}
