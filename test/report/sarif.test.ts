import { describe, expect, it } from '#jest';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log, Result } from 'sarif';
import { Failure } from '../../src/base/errors.ts';
import { fileJson } from '../../src/base/text.ts';
import { sarifOf, type SarifFinding, writeSarif } from '../../src/report/sarif.ts';
import { smokeSarif } from '../../src/smoke-findings.ts';
import { fakeRun, fakeSmoke } from '../action/smoke-result.ts';
import { ROOT } from '../support/command.ts';
import { expectGoldenFile } from '../support/golden.ts';

const FOLDER = join(ROOT, 'test/fixtures/sarif');
const FILE = join(FOLDER, 'sub dir/kernels.py');

type Row = Pick<SarifFinding, 'kind' | 'level' | 'kernel' | 'message'> & { readonly line: number };

async function given(): Promise<readonly SarifFinding[]> {
  const rows = JSON.parse(await readFile(join(FOLDER, 'findings.json'), 'utf8')) as readonly Row[];
  return rows.map(({ line, ...row }) => ({ ...row, place: { file: FILE, line } }));
}

const resultsOf = ({ runs: [run] }: Log): readonly Result[] => run?.results ?? [];
const fingerprints = (log: Log): readonly unknown[] =>
  resultsOf(log).map(({ partialFingerprints }) => partialFingerprints?.['tritonAot/v1']);

describe('findings as SARIF', () => {
  it('are what the Python of `emulate` writes of the same findings', async () => {
    const unjudged = [
      { level: 'error', message: 'a run for H100 has not ended', place: undefined },
    ] as const;
    const log = sarifOf({ category: 'emulate/sm_80', findings: await given(), unjudged }, FOLDER);
    expectGoldenFile(join(FOLDER, 'expected.sarif'), fileJson(log));
  });

  it('have what code scanning needs', async () => {
    const log = sarifOf({ category: 'x', findings: await given(), unjudged: [] }, FOLDER);
    const rules = log.runs[0]?.tool.driver.rules ?? [];
    expect(log.version).toBe('2.1.0');
    for (const { ruleId, ruleIndex = -1, level, message, locations } of resultsOf(log)) {
      expect(rules[ruleIndex]?.id).toBe(ruleId);
      expect(['error', 'warning', 'note']).toContain(level);
      expect(message.text).not.toBe('');
      const { artifactLocation, region } = locations?.[0]?.physicalLocation ?? {};
      expect(artifactLocation?.uri).toBe('sub%20dir/kernels.py');
      expect(region?.startLine).toBeGreaterThan(0);
    }
    expect(new Set(fingerprints(log)).size).toBe(resultsOf(log).length);
    expect(rules.every(({ shortDescription }) => shortDescription?.text)).toBe(true);
  });

  it('are recognised after lines have moved', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sarif-'));
    const file = join(folder, 'a.py');
    const { writeFile } = await import('node:fs/promises');
    const at = async (text: string, line: number): Promise<readonly unknown[]> => {
      await writeFile(file, text);
      const finding = {
        kind: 'race',
        level: 'error',
        kernel: 'k',
        message: 'm',
        place: { file, line },
      } as const;
      return fingerprints(sarifOf({ category: 'x', findings: [finding], unjudged: [] }, folder));
    };
    const before = await at('a\n  b\n', 2);
    expect(await at('# new\n\na\n    b\n', 4)).toEqual(before);
    expect(await at('a\nc\n', 2)).not.toEqual(before);
    await rm(folder, { recursive: true });
  });

  it('are of a whole address outside of the repository, and a notification without a place', () => {
    const finding = { kind: 'race', level: 'error', kernel: 'k', message: 'm' } as const;
    const findings = [
      { ...finding, place: { file: '/opt/a b.py', line: 3 } },
      { ...finding, place: undefined },
    ];
    const log = sarifOf({ category: 'x', findings, unjudged: [] }, FOLDER);
    expect(resultsOf(log)).toMatchObject([
      { locations: [{ physicalLocation: { artifactLocation: { uri: 'file:///opt/a%20b.py' } } }] },
    ]);
    expect(log.runs[0]?.invocations).toEqual([
      {
        executionSuccessful: false,
        toolExecutionNotifications: [{ level: 'error', message: { text: 'm' } }],
      },
    ]);
  });

  it('of a smoke test are one for each cause, with its line and the command that repeats it', () => {
    const at = { file: 'k.py', line: 12 };
    const problem = {
      kind: 'out-of-bounds',
      message: 'reads (k.py:12)',
      unplaced: 'reads',
      at,
    } as const;
    const unknown = { kind: 'unsupported', message: 'unknown instruction' } as const;
    const result = fakeSmoke({
      runs: [
        fakeRun({ problems: [problem] }),
        fakeRun({ algo: 1, problems: [problem] }),
        fakeRun({ kernel: 'other', problems: [unknown] }),
      ],
      untested: ['scale'],
    });
    const run = smokeSarif(result, () => ({ file: 'sub/kernels.yaml', line: 4 }));
    expect(run).toEqual({
      category: 'smoke/demo/9.0',
      findings: [
        expect.objectContaining({
          kind: 'out-of-bounds',
          level: 'error',
          kernel: 'matmul',
          message: expect.stringMatching(
            /: reads; also in 1 more test\nRun only this test: triton-aot smoke /,
          ),
          place: { file: 'sub/k.py', line: 12 },
        }),
        expect.objectContaining({
          kind: 'unsupported',
          level: 'warning',
          place: { file: 'sub/kernels.yaml', line: 4 },
        }),
      ],
      unjudged: [
        {
          level: 'warning',
          message: 'scale was not tested: it has no smoke cases',
          place: undefined,
        },
      ],
    });
  });

  it('cannot be written to a folder', async () => {
    const run = { category: 'x', findings: [], unjudged: [] };
    await expect(writeSarif(tmpdir(), run, {})).rejects.toThrow(Failure);
  });
});
