import { channel } from 'node:diagnostics_channel';
import { inspect } from 'node:util';

/** Carries what helps to find the cause of something. It has no listener unless the user asks for one. */
const debugging = channel('triton-aot:debug');

/** Tells the listeners; `text` is called only if there is one. It must not contain secrets. */
export function debug(text: () => string): void {
  if (debugging.hasSubscribers) debugging.publish(text());
}

/** Tells the listeners about an error: where it was thrown, and the errors that caused it. */
export function debugError(error: unknown): void {
  debug(() => inspect(error));
}

/** Calls `show` with each text from now on. Returns a function that ends this. */
export function onDebug(show: (text: string) => void): () => void {
  const listener = (message: unknown): void => show(String(message));
  debugging.subscribe(listener);
  return () => debugging.unsubscribe(listener);
}
