import type { IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { z } from 'zod';
import { apiUrl, pages, type Query } from '../query.ts';
import { refusal } from '../refusal.ts';
import { persist, send, type Access, type Sending } from '../request.ts';

/** A repository that is written to. */
export interface Home {
  /** `owner/name`. */
  readonly repository: string;
  readonly access: Access;
}

/** What publishing needs of a token, and all it needs. */
export const PERMISSION = 'contents: write';

/** As many as GitHub lists: 10 000 items. */
const MOST_PAGES = 100;

/** The address of something of the repository. */
export function addressOf({ repository, access }: Home, path: string): URL {
  return apiUrl(access, `repos/${repository}/${path}`);
}

/** Every item of a list. */
export async function list<T>(
  { url, ...more }: Query<readonly T[]>,
  access: Access,
): Promise<readonly T[]> {
  const items: T[] = [];
  const first = new URL('?per_page=100', url);
  for await (const page of pages({ ...more, url: first }, MOST_PAGES, access)) items.push(...page);
  return items;
}

/** Attempts something of several requests, again as a whole where that may help. */
export function attempt<T>(home: Home, work: (once: Home) => Promise<T>): Promise<T> {
  const { access } = home;
  const once = { ...home, access: { ...access, patience: { ...access.patience, pauses: [] } } };
  return persist(() => work(once), access);
}

/** Sends something, once, and reads what comes of it. `what` is written to. */
export async function change<T>(
  sending: Sending,
  schema: z.ZodType<T>,
  what: string,
  access: Access,
): Promise<T> {
  const answer = await send(sending, access);
  if (answer.statusCode === 200 || answer.statusCode === 201)
    return schema.parse(await json(answer));
  throw await refused(answer, what);
}

/** Removes something; that it is gone already is as good. */
export async function remove(url: URL, what: string, access: Access): Promise<void> {
  const answer = await send({ method: 'DELETE', url }, access);
  if (answer.statusCode !== 204 && answer.statusCode !== 404) throw await refused(answer, what);
  answer.resume();
}

/** What others have just made may be in the way: then it helps to look, and go on from there. */
async function refused(answer: IncomingMessage, what: string): Promise<Error> {
  const error = await refusal(answer, what, PERMISSION);
  return answer.statusCode === 422 && error.message.includes('already_exists')
    ? new Error(error.message)
    : error;
}
