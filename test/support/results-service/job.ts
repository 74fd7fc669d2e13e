/** The permissions of a job for caches; `write` includes reading, as in ACTIONS_CACHE_MODE. */
export type CacheMode = 'none' | 'read' | 'write' | 'write-only';

/** A job, as its token describes it. */
export interface Job {
  readonly run?: string;
  readonly job?: string;
  /**
   * The ref it runs for, which is the scope in which it saves: `refs/heads/main`,
   * `refs/pull/7/merge`.
   */
  readonly ref?: string;
  /** Further scopes that it reads, in order: the base branch, then the default branch. */
  readonly reads?: readonly string[];
  /** Runs that outsiders can start get `read`. */
  readonly cache?: CacheMode;
}

/** The permissions of a token. */
export interface Grant {
  readonly run: string;
  readonly job: string;
  /** In search order. */
  readonly readable: readonly string[];
  readonly writable: string | undefined;
}

const READ = 1;
const WRITE = 2;
const PERMISSIONS: Readonly<Record<CacheMode, number>> = {
  none: 0,
  read: READ,
  write: READ | WRITE,
  'write-only': WRITE,
};

interface Scope {
  readonly Scope: string;
  readonly Permission: number;
}

interface Claims {
  readonly scp: string;
  /** JSON again: the scopes. */
  readonly ac: string;
}

/** The ACTIONS_RUNTIME_TOKEN of a job: with the claims of a real one, and an empty signature. */
export function tokenOf(job: Job): string {
  const { run = 'run-1', job: id = 'job-1', ref = 'refs/heads/main', cache = 'write' } = job;
  const own: Scope = { Scope: ref, Permission: PERMISSIONS[cache] };
  const others = (job.reads ?? ['refs/heads/main'])
    .filter((scope) => scope !== ref)
    .map((scope): Scope => ({ Scope: scope, Permission: PERMISSIONS[cache] & READ }));
  const scopes = [own, ...others].filter(({ Permission }) => Permission > 0);
  const claims: Claims = { scp: `Actions.Results:${run}:${id}`, ac: JSON.stringify(scopes) };
  return `${encode({ typ: 'JWT', alg: 'none' })}.${encode(claims)}.`;
}

/** The permissions of the token in the header; undefined without a token. */
export function readGrant(authorization: string | undefined): Grant | undefined {
  const [, claims] = /^Bearer [^.]+\.([^.]+)\./.exec(authorization ?? '') ?? [];
  if (claims === undefined) return undefined;
  const { scp, ac } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims;
  const [, run = '', job = ''] = scp.split(':');
  const scopes = JSON.parse(ac) as readonly Scope[];
  const may = (permission: number): readonly string[] =>
    scopes.filter((scope) => (scope.Permission & permission) !== 0).map(({ Scope }) => Scope);
  return { run, job, readable: may(READ), writable: may(WRITE)[0] };
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
