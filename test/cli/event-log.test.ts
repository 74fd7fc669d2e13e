import { describe, expect, it } from '#jest';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { eventLog } from '../../src/cli/event-log.ts';
import { visibleText } from '../../src/base/text.ts';
import { ROOT } from '../support/command.ts';
import { expectGolden } from '../support/golden.ts';

/** Returns a log of events with a clock that the test sets, and its text. */
function fakeEvents() {
  const clock = { now: 0 };
  let text = '';
  const write = (more: string): void => void (text += more);
  const log = eventLog({ write }, () => clock.now, visibleText);
  return { clock, log, shown: () => text };
}

describe('events', () => {
  it('are one JSON object per line', async () => {
    const { clock, log, shown } = fakeEvents();
    await log.group('Plan kernels.yaml', () => Promise.resolve((clock.now += 300)));
    const compiling = log.group(
      'Compile 4 variants',
      async () => {
        for (let done = 1; done <= 4; done += 1) {
          clock.now += 1500;
          log.progress(done, 4, `v${done}`);
        }
        log.detail('2.0 s of CPU time');
        return 4;
      },
      (count) => [count, 'variant'],
    );
    await compiling;
    log.warning({ message: 'line 1\nline 2', place: { file: 'kernels.yaml' }, hint: 'Do this.' });
    log.error({
      message: 'unknown key `sorce`',
      place: { file: 'kernels.yaml', line: 6, column: 5, path: 'kernels.add.sorce' },
    });
    log.end(2);
    expectGolden(shown());
  });

  it('say that a group failed', async () => {
    const { clock, log, shown } = fakeEvents();
    const failing = log.group('Compile', () => {
      clock.now += 1500;
      return Promise.reject(new Error('no'));
    });
    await expect(failing).rejects.toThrow('no');
    expect(JSON.parse(shown().split('\n')[1] ?? '')).toEqual({
      event: 'group-end',
      title: 'Compile',
      ok: false,
      seconds: 1.5,
    });
  });

  it('have no text that moves the cursor', () => {
    const { log, shown } = fakeEvents();
    log.info('a\u202Eb\u001B[2J');
    expect(JSON.parse(shown())).toEqual({ event: 'info', message: 'a\\u{202E}b\\u{1B}[2J' });
  });
});

it('the documentation has each event with its keys', async () => {
  const text = await readFile(join(ROOT, 'docs/reference/cli.md'), 'utf8');
  const rows = [...text.matchAll(/^\| ((?:`[\w-]+`(?:, )?)+) \| ((?:`\w+`\??(?:, )?)+) \|/gm)];
  const documented = new Map(
    rows.flatMap(([, events = '', keys = '']) =>
      events.split(', ').map((event) => [event.slice(1, -1), keys.split(', ')] as const),
    ),
  );
  const { clock, log, shown } = fakeEvents();
  const place = { file: 'kernels.yaml', line: 6, column: 5, path: 'kernels' };
  const problem = { message: 'no', place, hint: 'Do this.' };
  const group = async (): Promise<void> => {
    clock.now += 4000;
    log.progress(3, 4, 'a');
    log.progress(4, 4, 'b');
    log.info('one');
    log.detail('two');
    log.warning(problem);
    log.error(problem);
    log.warning({ message: 'no' });
    log.error({ message: 'no' });
  };
  await log.group('a', group);
  await log.group('a', group, () => [1, 'file']);
  log.end(0);
  const seen = new Map<string, Record<string, unknown>[]>();
  for (const line of shown().trimEnd().split('\n')) {
    const { event, ...keys } = JSON.parse(line) as Record<string, unknown> & { event: string };
    seen.set(event, [...(seen.get(event) ?? []), keys]);
  }
  const keysOf = (all: readonly Record<string, unknown>[]): readonly string[] => {
    const names = new Set(all.flatMap((keys) => Object.keys(keys)));
    return [...names].map((name) => `\`${name}\`${all.every((keys) => name in keys) ? '' : '?'}`);
  };
  expect(
    Object.fromEntries([...seen].map(([event, all]) => [event, keysOf(all).toSorted()])),
  ).toEqual(
    Object.fromEntries([...seen.keys()].map((event) => [event, documented.get(event)?.toSorted()])),
  );
  expect(seen.size).toBe(8);
});
