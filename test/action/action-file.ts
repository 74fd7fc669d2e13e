import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { z } from 'zod';
import { Failure } from '../../src/base/errors.ts';

const schema = z.object({
  inputs: z.record(
    z.string(),
    z.object({ description: z.string(), default: z.string().optional() }),
  ),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
  runs: z.object({ using: z.string(), main: z.string() }),
});

/** Reads an action's metadata file, by its path in the repository. */
export function actionFile(path: string): z.infer<typeof schema> {
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  return schema.parse(parse(text));
}

/** Returns the names of the inputs that `read` asks for, sorted. None of them is set. */
export function namesRead(read: (get: (name: string) => string) => unknown): string[] {
  const names = new Set<string>();
  const get = (name: string): string => {
    names.add(name);
    return '';
  };
  try {
    read(get);
  } catch (error) {
    // Some are required.
    if (!(error instanceof Failure)) throw error;
  }
  return [...names].toSorted();
}
