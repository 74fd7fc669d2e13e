import type { Platform } from '../base/context.ts';
import { Failure } from '../base/errors.ts';
import { compareReleases } from '../manifest/terms/triton-version.ts';

/** Reads the facts about the machine this process runs on. */
export function readPlatform(): Platform {
  let glibc: ReturnType<typeof glibcVersion>;
  return {
    os: process.platform,
    arch: process.arch,
    // Takes milliseconds, and few runs install anything.
    get glibc() {
      return (glibc ??= glibcVersion());
    },
    etc: '/etc',
  };
}

/** A machine as the file names of wheels have it. */
export type WheelMachine = 'x86_64' | 'aarch64';

// Source: the file names of Triton's wheels, manylinux_2_27 for both.
const OLDEST_GLIBC = '2.27';
const MACHINES: Readonly<Record<string, WheelMachine>> = { x64: 'x86_64', arm64: 'aarch64' };

/**
 * Returns the machine name in the file names of the wheels for a platform. `refusal` begins the
 * message if there are none.
 * @throws {Failure} `environment` if Triton has no wheels for it.
 */
export function wheelMachine(
  platform: Platform,
  refusal = 'Triton has no wheels for',
): WheelMachine {
  const machine = MACHINES[platform.arch];
  const found = unsupportedPlatform(platform);
  if (machine !== undefined && found === undefined) return machine;
  throw new Failure('environment', {
    message: `${refusal} ${found ?? `${platform.arch} machines`}`,
    hint: [
      `Triton's wheels need Linux on x86_64 or aarch64 with glibc ${OLDEST_GLIBC} or later.`,
      'Build the package on an ubuntu runner or in a Debian or Ubuntu container; no GPU is needed.',
    ].join('\n'),
  });
}

function unsupportedPlatform({ os, glibc }: Platform): string | undefined {
  if (os === 'darwin') return 'macOS';
  if (os === 'win32') return 'Windows';
  if (os !== 'linux') return os;
  if (glibc === undefined) return 'Linux without glibc (musl, such as Alpine)';
  if (compareReleases(glibc, OLDEST_GLIBC) < 0) return `glibc ${glibc}`;
  return undefined;
}

function glibcVersion(): string | undefined {
  const report: { header?: { glibcVersionRuntime?: string } } = process.report.getReport();
  return report.header?.glibcVersionRuntime;
}
