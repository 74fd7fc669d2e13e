import { expect, it } from '#jest';
import { groupBy } from '../../src/base/groups.ts';

it('items are grouped in their order, and keys in the order in which they first occur', () => {
  const groups = groupBy(['bb', 'a', 'cc', 'd', ''], ({ length }) => length);
  expect([...groups]).toEqual([
    [2, ['bb', 'cc']],
    [1, ['a', 'd']],
    [0, ['']],
  ]);
});
