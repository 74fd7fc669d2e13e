import { createInterface } from 'node:readline';
import { z } from 'zod';
import { Failure } from '../errors.ts';
import { startProcess, type Environment } from '../process.ts';
import { probeEnvironment } from './environment.ts';

/** A held lock. The system frees it when its holder dies, however that happens. */
export interface Lock {
  release(): Promise<void>;
}

const answerSchema = z.object({ locked: z.boolean() });

/**
 * Locks a file, which is made where it does not exist, without waiting; undefined where somebody else has it. A
 * process of its own holds the lock: Node.js has no such call.
 * @throws {Failure} `environment` where the file cannot be used.
 */
export async function tryLock(
  probe: string,
  file: string,
  context: { readonly env: Environment; readonly signal: AbortSignal },
): Promise<Lock | undefined> {
  const env = probeEnvironment(context.env);
  const group = startProcess([probe, 'lock', file], { env, signal: context.signal });
  const { child } = group;
  const closed = new Promise<void>((resolve) => {
    child.once('close', () => resolve()).once('error', () => resolve());
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  const line = await Promise.race([firstLine(child.stdout), closed]);
  const answer = answerSchema.safeParse(parse(line ?? '')).data;
  const end = async (): Promise<void> => {
    group.kill();
    await closed;
  };
  if (answer?.locked === true) return { release: end };
  await end();
  context.signal.throwIfAborted();
  if (answer?.locked === false) return undefined;
  throw new Failure('environment', {
    message: `the lock of a GPU cannot be taken: ${said.trim() || line || 'the probe gave no answer'}`,
    place: { file },
    hint: 'Remove the file if it is a left-over of somebody else, and make its folder writable.',
  });
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: stream }).once('line', resolve);
  });
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
