import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { BuildContext } from '../base/context.ts';
import {
  readEventPayload,
  refusePrivileged,
  throwawayReason,
  unlessAllowed,
  warnOfIdentity,
} from './trust.ts';

/** Overrides the folder of the store, which is beside the toolchains by default. */
const STORE_VARIABLE = 'TRITON_AOT_STORE';

/** A run that may run kernel code. */
interface Admitted {
  readonly context: BuildContext;
  /** The folder of the store. */
  readonly store: string;
}

/**
 * Decides whether this run may run kernel code, and what it may keep on the machine.
 * @throws {Failure} `unsafe` for events that people without write access can cause with the rights
 * of the repository.
 */
export async function admit(isAllowed: boolean, given: BuildContext): Promise<Admitted> {
  const event = await readEventPayload(given.env);
  const privileged = refusePrivileged(given.env, event);
  const refusal = unlessAllowed(privileged, isAllowed, given.log);
  if (refusal !== undefined) throw refusal;
  warnOfIdentity(given.env, given.log);
  const reason = throwawayReason(given.env, event);
  if (reason === undefined) {
    const named = given.env[STORE_VARIABLE];
    return { context: given, store: named || join(given.home, 'store') };
  }
  const context = await throwaway(reason, given);
  return { context, store: join(context.home, 'store') };
}

/** A context that shares neither store nor Triton environments with other runs on the machine. */
async function throwaway(reason: string, context: BuildContext): Promise<BuildContext> {
  const home = await mkdtemp(join(context.scratch, 'triton-aot-home-'));
  context.log.info(`the store and Triton are in ${home} for this run only: ${reason}`);
  return { ...context, home };
}
