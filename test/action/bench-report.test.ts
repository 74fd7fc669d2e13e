import * as core from '@actions/core';
import { describe, expect, it } from '#jest';
import { addBenchSummary, benchOutputs } from '../../src/action/bench.ts';
import type { BenchResult } from '../../src/prove/bench/result.ts';
import { expectGolden } from '../support/golden.ts';
import { actionFile } from './action-file.ts';

const RESULT: BenchResult = {
  package: { name: 'demo', version: '1.2.0', folder: 'aot' },
  device: {
    name: 'NVIDIA H100',
    uuid: 'GPU-1',
    capability: '9.0',
    multiprocessors: 132,
    driver: '13.0',
  },
  versions: undefined,
  runs: [
    {
      kernel: 'matmul',
      case: 'M=4096, N<4096',
      algo: 0,
      microseconds: 266.4123,
      gigabytesPerSecond: undefined,
      teraflops: 517.23,
      jit: undefined,
      torch: undefined,
      first: {},
      faults: {},
    },
  ],
  notes: ['the clocks of the GPU changed'],
};

describe('the outputs of bench', () => {
  it('are exactly those of bench/action.yml', () => {
    const outputs = benchOutputs(RESULT, '/tmp/results.json', '/tmp/report.html');
    expect(Object.keys(outputs)).toEqual(Object.keys(actionFile('bench/action.yml').outputs));
    expect(outputs).toEqual({
      device: 'NVIDIA H100',
      results: '/tmp/results.json',
      report: '/tmp/report.html',
    });
  });
});

describe('the summary of bench', () => {
  it('has a table for each kernel, without empty columns, and what limits the results', () => {
    const text = addBenchSummary(core.summary, RESULT).stringify();
    core.summary.emptyBuffer();
    expectGolden(text.replaceAll('<tr>', '\n<tr>'));
  });
});
