import * as core from '@actions/core';
import { describe, expect, it } from '#jest';
import { resolve } from 'node:path';
import { addTuneSummary, tuneOutputs } from '../../../src/features/tuning/action.ts';
import { expectGolden } from '../../support/golden.ts';
import { actionFile } from '../../action/action-file.ts';
import { fakeTune } from './tune-result.ts';

describe('the outputs of tune', () => {
  it('are exactly those of tune/action.yml', () => {
    const outputs = tuneOutputs(fakeTune(), '/tmp/results.json');
    expect(Object.keys(outputs)).toEqual(Object.keys(actionFile('tune/action.yml').outputs));
    expect(outputs).toEqual({
      tuning: resolve('tuning.json'),
      measured: '7',
      kept: '2',
      device: 'NVIDIA H100',
      results: '/tmp/results.json',
    });
  });
});

describe('the summary of tune', () => {
  it('has a row for each size, with escaped names', () => {
    const text = addTuneSummary(core.summary, fakeTune()).stringify();
    core.summary.emptyBuffer();
    expectGolden(text.replaceAll('<tr>', '\n<tr>'));
  });
});
