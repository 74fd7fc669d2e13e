import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Log, Notification, PhysicalLocation, Result } from 'sarif';
import { Failure, type Place } from '../base/errors.ts';
import { reasonOf } from '../base/faults.ts';
import { makeFolder } from '../base/files.ts';
import type { Environment } from '../base/process.ts';
import { encodePath, pathInside } from '../base/repository-pages.ts';
import { fileJson } from '../base/text.ts';
import { PROBLEM_KINDS, type ProblemKind } from '../prove/harness/problem.ts';

// Findings as SARIF 2.1.0, which code scanning of GitHub and editors read. `emulate` writes the same in Python:
// test/fixtures/sarif has what both write.

/** The rules: the kinds of problems, and what has other reasons. */
const RULES = {
  ...PROBLEM_KINDS,
  assumption: 'a condition that the code takes for granted, and that its callers may break',
} as const satisfies Readonly<Record<string, string>>;

export type FindingKind = ProblemKind | 'assumption';

/** Something that is wrong, or may be. */
export interface SarifFinding {
  readonly kind: FindingKind;
  readonly level: 'error' | 'warning';
  readonly kernel: string;
  readonly message: string;
  /** The file is relative to the working folder. Code scanning shows nothing without one. */
  readonly place: Place | undefined;
}

/** The findings of one run of a command. */
export interface SarifRun {
  /** Replaces the results of earlier runs with this name, such as `smoke`. */
  readonly category: string;
  readonly findings: readonly SarifFinding[];
  /** The reasons why something was not judged. */
  readonly unjudged: readonly Pick<SarifFinding, 'level' | 'message' | 'place'>[];
}

/**
 * Writes a SARIF file, also without findings: it closes the alerts of earlier runs.
 * @throws {Failure} `environment` if it cannot be written.
 */
export async function writeSarif(file: string, run: SarifRun, env: Environment): Promise<void> {
  try {
    await makeFolder(dirname(resolve(file)));
    await writeFile(file, fileJson(sarifOf(run, rootOf(env))));
  } catch (error) {
    const message = `cannot write the SARIF file: ${reasonOf(error)}`;
    throw new Failure('environment', { message, place: { file } }, { cause: error });
  }
}

/** The folder that addresses are relative to: that of the repository. */
function rootOf(env: Environment): string {
  const checkout = env['GITHUB_WORKSPACE'];
  if (checkout) return checkout;
  for (let folder = resolve('.'); ; folder = dirname(folder)) {
    if (existsSync(join(folder, '.git'))) return folder;
    if (folder === dirname(folder)) return resolve('.');
  }
}

/** Returns the document. `root` is the folder that addresses are relative to. */
export function sarifOf({ category, findings, unjudged }: SarifRun, root: string): Log {
  const placed = findings.filter(({ place }) => place !== undefined);
  const kinds = [...new Set(placed.map(({ kind }) => kind))].toSorted();
  const notes = [...unjudged, ...findings.filter(({ place }) => place === undefined)];
  const seen = new Map<string, number>();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'triton-aot',
            informationUri: 'https://github.com/triton-aot/triton-aot-action',
            rules: kinds.map((id) => ({ id, shortDescription: { text: RULES[id] } })),
          },
        },
        automationDetails: { id: `triton-aot/${category}/` },
        invocations: [
          {
            executionSuccessful: notes.every(({ level }) => level !== 'error'),
            toolExecutionNotifications: notes.map((note) => notificationOf(note, root)),
          },
        ],
        results: placed.map((finding) => resultOf(finding, kinds, seen, root)),
      },
    ],
  };
}

function resultOf(
  { kind, level, kernel, message, place }: SarifFinding,
  kinds: readonly FindingKind[],
  seen: Map<string, number>,
  root: string,
): Result {
  const location = locationOf(place, root);
  const { uri = '' } = location?.artifactLocation ?? {};
  // Lines move, so a finding is known by the text of its line, and by its number among equal ones.
  const parts = [kind, kernel, uri, lineText(place)].join('\n');
  const hash = createHash('sha256').update(parts).digest('hex').slice(0, 16);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  return {
    ruleId: kind,
    ruleIndex: kinds.indexOf(kind),
    level,
    message: { text: message },
    ...(location && { locations: [{ physicalLocation: location }] }),
    partialFingerprints: { [FINGERPRINT]: `${hash}:${count}` },
  };
}

/** The name of our fingerprint. The action upload-sarif computes `primaryLocationLineHash`, and warns of any other. */
export const FINGERPRINT = 'tritonAot/v1';

function notificationOf(
  { level, message, place }: SarifRun['unjudged'][number],
  root: string,
): Notification {
  const location = locationOf(place, root);
  return {
    level,
    message: { text: message },
    ...(location && { locations: [{ physicalLocation: location }] }),
  };
}

/** A file outside of the root has its whole address, which code scanning does not show. */
function locationOf(place: Place | undefined, root: string): PhysicalLocation | undefined {
  if (place === undefined) return undefined;
  const { file, line, column } = place;
  const path = pathInside(root, file);
  const uri = path === undefined ? pathToFileURL(resolve(file)).href : encodePath(path);
  const region = { startLine: line ?? 1, ...(column !== undefined && { startColumn: column }) };
  return { artifactLocation: { uri }, region };
}

function lineText(place: Place | undefined): string {
  if (place === undefined) return '';
  const { file, line = 1 } = place;
  try {
    return readFileSync(file, 'utf8').split('\n')[line - 1]?.trim() ?? '';
  } catch {
    return '';
  }
}
