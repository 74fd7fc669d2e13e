import { dirname } from 'node:path';
import { Failure, messageOf, type Problem, systemCode } from './errors.ts';

/** Explains the codes of failed system calls, and what to do. Source: errno(3). */
const FAULTS: Readonly<Record<string, readonly [message: string, hint: string]>> = {
  EACCES: ['permission denied', 'Change its permissions, or use another path.'],
  EPERM: ['the operation is not permitted', 'Change its permissions, or use another path.'],
  EROFS: ['the file system is read-only', 'Use a path on another file system.'],
  ENOSPC: [
    'the disk is full, or has no room for more files',
    'Remove files from the disk (see `df -h` and `df -i`), or use another one.',
  ],
  EDQUOT: ['the disk quota is used up', 'Free space, or use a path on another disk.'],
  EFBIG: ['the file would exceed the limit of its size', 'Raise the limit (`ulimit -f`).'],
  EIO: ['the disk cannot be read or written', 'Check the disk, or use another one.'],
  ENOMEM: ['there is not enough memory', 'Use fewer --jobs, or a machine with more memory.'],
  EAGAIN: ['the limit of processes is reached', 'Use fewer --jobs, or raise it (`ulimit -u`).'],
  EMFILE: ['too many open files', 'Use fewer --jobs, or raise the limit (`ulimit -n`).'],
  ENFILE: ['too many open files on this machine', 'End other programs, or raise the limit.'],
  EBUSY: ['it is in use, or a mount point', 'Use another path.'],
  ETXTBSY: ['the program is being written', 'Try again.'],
  EXDEV: ['it cannot be moved to another file system', 'Use another path.'],
  ESTALE: ['its file server no longer has it', 'Try again, or use another path.'],
  ENOTSUP: ['the file system does not support this', 'Use a path on another file system.'],
  ENOENT: ['no such file or folder', 'Something removed it, or it cannot be created there.'],
  ENOTDIR: ['a part of its path is not a folder', 'Use another path.'],
  EISDIR: ['it is a folder, not a file', 'Remove it, or use another path.'],
  EFTYPE: ['it is not a regular file', 'Put a file in its place, or use another path.'],
  ELARGE: ['it is larger than 500 MB', 'Put a smaller file in its place, or use another path.'],
  EEXIST: ['it already exists', 'Remove it, or use another path.'],
  ENOTEMPTY: ['the folder is not empty', 'Something else writes to it. Try again.'],
  ELOOP: ['its links lead in a circle', 'Correct the links, or use another path.'],
  ENAMETOOLONG: ['its path is too long', 'Use a shorter path.'],
};

/**
 * Returns the failure for an error of a system call, such as a full disk: it is no defect of this
 * program. Returns undefined for any other error.
 * @param path where it happened, if the error does not say so: failed writes do not
 */
export function machineFailure(error: unknown, path?: string): Failure | undefined {
  const code = systemCode(error) ?? '';
  const [message, hint] = FAULTS[code] ?? [];
  if (message === undefined || !isCall(error)) return undefined;
  const file = error.path ?? path;
  const problem = specialProblem(error, code) ?? {
    // These two are of `readPlainFile`.
    message:
      code === 'EFTYPE' || code === 'ELARGE' ? message : `${message} (${error.syscall}: ${code})`,
    ...(file !== undefined && { place: { file } }),
    hint,
  };
  return new Failure('environment', problem, { cause: error });
}

/** Returns why something failed, for a message about what failed. */
export function reasonOf(error: unknown): string {
  const [problem] = machineFailure(error)?.problems ?? [];
  return problem?.message ?? messageOf(error);
}

/** A failed system call of Node. */
interface FailedCall {
  readonly syscall: string;
  readonly path?: string;
}

function isCall(error: unknown): error is FailedCall {
  return typeof error === 'object' && error !== null && 'syscall' in error;
}

function specialProblem({ syscall, path }: FailedCall, code: string): Problem | undefined {
  if (syscall === 'uv_cwd')
    return {
      message: 'the current folder no longer exists',
      hint: 'Change to a folder that exists.',
    };
  if (syscall === 'mkdtemp' && path !== undefined)
    return {
      message: `cannot create a folder for temporary files: ${FAULTS[code]?.[0]} (${code})`,
      place: { file: dirname(path) },
      hint: 'Set TMPDIR to a folder that exists and can be written. In a workflow, it is RUNNER_TEMP.',
    };
  return undefined;
}
