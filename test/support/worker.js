import { addEventHandler } from 'jest-circus';
import { register } from 'tsx/esm/api';

// Prepares a process that runs files of tests. This is JavaScript since only then Node knows TypeScript.
register();

// Also with a server that a test has left open.
process.once('disconnect', () => process.exit());

/** The time that a test or a hook may take if it says nothing else, in milliseconds. */
const LIMIT = 300_000;

/** `body` with a time limit, which the runner does not have. */
const limited = (body, limit) => async () => {
  let timer;
  const late = new Promise((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`took longer than ${limit / 1000} s`)), limit);
  });
  await Promise.race([body(), late]).finally(() => clearTimeout(timer));
};

addEventHandler((event, { currentDescribeBlock }) => {
  if (event.name !== 'add_test' && event.name !== 'add_hook') return;
  const { children, hooks } = currentDescribeBlock;
  const added = event.name === 'add_test' ? children.at(-1) : hooks.at(-1);
  added.fn = limited(added.fn, event.timeout ?? LIMIT);
});
