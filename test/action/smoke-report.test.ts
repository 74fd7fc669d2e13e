import * as core from '@actions/core';
import { describe, expect, it } from '#jest';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { addSmokeSummary, smokeOutputs, testOutputs } from '../../src/action/smoke-report.ts';
import { writeResults } from '../../src/action/gpu.ts';
import type { SmokeResult } from '../../src/prove/smoke/result.ts';
import { actionFile } from './action-file.ts';
import { fakeCheck, fakeRun, fakeSmoke } from './smoke-result.ts';

const VALUES = { kind: 'values', message: 'c_ptr[3]: 1.5 instead of 0.5' } as const;

function summaryOf(result: SmokeResult): string {
  const text = addSmokeSummary(core.summary, result).stringify();
  core.summary.emptyBuffer();
  return text;
}

describe('outputs of a smoke test', () => {
  it('are exactly those of smoke/action.yml', () => {
    const outputs = smokeOutputs(fakeSmoke(), 'results.json', '', '');
    expect(Object.keys(outputs)).toEqual(Object.keys(actionFile('smoke/action.yml').outputs));
  });

  it('say what ran where, and where the details are', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'aot-'));
    const evidence = join(folder, 'evidence.json');
    await writeFile(evidence, '{}');
    const result = fakeSmoke({
      package: { name: 'demo', version: '1.2.0', folder: relative('.', folder) },
      runs: [fakeRun(), fakeRun({ problems: [VALUES] })],
    });
    expect(smokeOutputs(result, '/tmp/results.json', '/tmp/report.html', '/tmp/a.sarif')).toEqual({
      result: 'failed',
      emulated: '',
      executed: '2',
      failed: '1',
      device: 'NVIDIA H100 80GB HBM3',
      evidence,
      results: '/tmp/results.json',
      sarif: '/tmp/a.sarif',
      report: '/tmp/report.html',
    });
    expect(testOutputs(result, '/tmp/a.sarif')).toEqual({
      smoke: 'failed',
      evidence,
      sarif: '/tmp/a.sarif',
    });
  });

  it('name no evidence if nothing ran, or nothing passed', () => {
    expect(testOutputs(fakeSmoke())).toEqual({ smoke: 'passed', evidence: '', sarif: '' });
    const built = fakeSmoke({ outcome: 'built', device: undefined });
    expect(smokeOutputs(built, 'r', '', '')).toMatchObject({
      result: 'built',
      device: '',
      evidence: '',
    });
    expect(testOutputs(built)).toEqual({ smoke: 'built', evidence: '', sarif: '' });
    expect(testOutputs(undefined)).toEqual({ smoke: 'off', evidence: '', sarif: '' });
  });

  it('name a new file with the whole result as JSON', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'results-'));
    const result = fakeSmoke({ runs: [fakeRun()] });
    const files = [
      await writeResults('smoke', result, folder),
      await writeResults('smoke', result, folder),
    ];
    expect(new Set(files).size).toBe(2);
    const written: unknown = JSON.parse(await readFile(files[0] ?? '', 'utf8'));
    expect(written).toEqual(JSON.parse(JSON.stringify(result)));
  });
});

describe('the summary of a smoke test', () => {
  it('has a row for each case and for the checks of each kernel', () => {
    const text = summaryOf(
      fakeSmoke({
        runs: [
          fakeRun(),
          fakeRun({ algo: 1, microseconds: 30 }),
          fakeRun({ kernel: 'copy', expected: 'none', outputs: [] }),
        ],
        checks: [fakeCheck()],
      }),
    );
    expect(text).toContain('<h3>Smoke test of demo 1.2.0</h3>');
    expect(text).toContain(
      '4 passed, 0 failed in 12 s on NVIDIA H100 80GB HBM3 (compute capability 9.0, CUDA 13.0, GPU-0123).',
    );
    expect(text).toContain(
      '<tr><td>matmul</td><td>M=512, N=512</td><td>2</td><td>2.1e-4</td><td>5.0e-1</td><td>12.3 to 30 µs</td><td>98.8 TFLOP/s</td></tr>',
    );
    expect(text).toContain('<tr><td>matmul</td><td>checks</td><td>1</td>');
    expect(text).toContain('<td>copy</td><td>M=512, N=512</td><td>1</td><td>not compared with');
  });

  it('shows what could not be decided, with its messages and the command that repeats it alone', () => {
    const text = summaryOf(
      fakeSmoke({
        outcome: 'unsupported',
        runs: [fakeRun(), fakeRun({ algo: 1, specialisation: 2, problems: [VALUES] })],
        checks: [fakeCheck({ problems: [{ kind: 'check', message: 'algo 99 was accepted' }] })],
      }),
    );
    expect(text).toContain(
      '<p><b>matmul [algo 1, specialisation 2, M=512, N=512]</b></p>\n\n<pre><code>c_ptr[3]: 1.5 instead of 0.5\n\ntriton-aot smoke --package aot --only matmul --case 0 --algo 1</code></pre>',
    );
    expect(text).toContain('<p><b>matmul [check bad-algo]</b></p>');
    expect(text).toContain('algo 99 was accepted\n\ntriton-aot smoke --package aot --only matmul<');
    expect(text).not.toContain('[algo 0');
  });

  it('says that PTX was executed, and what that does not show', () => {
    const result = fakeSmoke({ emulated: 'sm_80' });
    expect(summaryOf(result)).toContain(
      ': the PTX of sm_80 was executed on the CPU; the cubins, ptxas, the driver and the timing were not tested.',
    );
    expect(smokeOutputs(result, '', '', '')).toMatchObject({ device: '', emulated: 'sm_80' });
    const unsupported = fakeSmoke({ outcome: 'unsupported' });
    expect(testOutputs(unsupported)).toMatchObject({ smoke: 'unsupported' });
  });

  it('names the kernels without a test, what was not checked, and why nothing ran', () => {
    const text = summaryOf(
      fakeSmoke({
        outcome: 'built',
        device: undefined,
        reason: { message: 'there is no NVIDIA driver' },
        untested: ['scale', 'shift'],
        notes: ['only one GPU is free'],
      }),
    );
    expect(text).toContain('Compiled and linked, not run: there is no NVIDIA driver.');
    expect(text).toContain('<li>Not tested (no smoke cases): scale, shift.</li>');
    expect(text).toContain('<li>only one GPU is free</li>');
    expect(text).not.toContain('<table>');
  });

  it("names the kernels that were compared with Triton's interpreter", () => {
    const copy = fakeRun({ kernel: 'copy', expected: 'interpreter' });
    const text = summaryOf(fakeSmoke({ runs: [fakeRun(), copy] }));
    expect(text).toContain(
      "<li>Compared with Triton's interpreter, which can have the same fault as the code: copy.</li>",
    );
    expect(summaryOf(fakeSmoke({ runs: [fakeRun()] }))).not.toContain('interpreter');
  });

  it('leaves failures to what is written before it', () => {
    expect(summaryOf(fakeSmoke({ runs: [fakeRun({ problems: [VALUES] })] }))).not.toContain(
      VALUES.message,
    );
  });

  it('escapes text', () => {
    const message = 'a < b && <img src=x>';
    const text = summaryOf(
      fakeSmoke({
        outcome: 'unsupported',
        runs: [fakeRun({ problems: [{ kind: 'values', message }] })],
        notes: [message],
      }),
    );
    expect(text).not.toContain('<img');
    expect(text).toContain('<code>a &lt; b &amp;&amp; &lt;img src=x&gt;');
  });

  it('stays below the limit of the runner, however much fails', () => {
    const runs = Array.from({ length: 2000 }, (_, index) =>
      fakeRun({
        kernel: `kernel_${index}`,
        problems: [{ kind: 'values', message: '&'.repeat(10_000) }],
      }),
    );
    const text = summaryOf(fakeSmoke({ outcome: 'unsupported', runs }));
    expect(Buffer.byteLength(text)).toBeLessThan(1024 * 1024);
    expect(text).toContain('… and 1500 more rows.');
    expect(text).toContain('… and 1950 more causes.');
  });
});
