import { createInterface } from 'node:readline';
import { z } from 'zod';
import { Failure } from '../../base/errors.ts';
import { type Environment, startProcess } from '../../base/process.ts';
import { tryParseJson } from '../../base/text.ts';
import { probeEnvironment } from './vendor.ts';

/** A held lock. The operating system releases it when the process that holds it ends. */
export interface Lock {
  release(): Promise<void>;
}

const answerSchema = z.object({ locked: z.boolean() });

/**
 * Locks a file without waiting, and creates it if missing. Returns undefined if another process has
 * locked it. Node.js cannot lock files, so a process of the probe holds the lock.
 * @throws {Failure} `environment` if the file cannot be locked.
 */
export async function tryLock(
  probe: string,
  file: string,
  context: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<Lock | undefined> {
  const env = probeEnvironment(context.env, 'cuda');
  const group = startProcess([probe, 'lock', file], { env, signal: context.signal });
  const { child } = group;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve());
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed += text));
  const line = await Promise.race([firstLine(child.stdout), closed]);
  const answer = answerSchema.safeParse(tryParseJson(line ?? '')).data;
  const end = async (): Promise<void> => {
    group.kill();
    await closed;
  };
  if (answer?.locked === true) return { release: end };
  await end();
  context.signal.throwIfAborted();
  if (answer?.locked === false) return undefined;
  throw new Failure('environment', {
    message: `cannot lock a GPU: ${printed.trim() || line || 'the probe printed nothing'}`,
    place: { file },
    hint: 'Make sure that the folder is writable. If another user left the file there, remove it.',
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stream }).once('line', resolve);
  });
}
