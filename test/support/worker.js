import { addEventHandler } from 'jest-circus';
import { Console } from 'node:console';
import { register } from 'tsx/esm/api';

// Prepares a process that runs files of tests. It is JavaScript, since it makes Node read TypeScript.
register();

// GitHub's runner would execute commands that the code prints. console.log prints for people.
globalThis.console = new Console(process.stderr);
process.stdout.write = (_text, encoding, done = encoding) => {
  if (typeof done === 'function') done();
  return true;
};

// Also if a test has left something open.
process.once('disconnect', () => process.exit());

/** The time for a test or a hook that sets none, in milliseconds. */
const LIMIT = process.env.FUZZ ? 3_600_000 : 300_000;

/** `body` with a time limit, which the runner does not have. */
const limited = (body, limit) => async () => {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => {
      // What it waits for: `ProcessWrap` is a program that has not ended.
      const resources = process.getActiveResourcesInfo().join(', ');
      reject(new Error(`took longer than ${limit / 1000} s; open: ${resources}`));
    }, limit);
  });
  await Promise.race([body(), late]).finally(() => clearTimeout(timer));
};

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const { children, hooks } = currentDescribeBlock;
  const added = event.name === 'add_test' ? children.at(-1) : hooks.at(-1);
  added.fn = limited(added.fn, event.timeout ?? LIMIT);
});
