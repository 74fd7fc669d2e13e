import { test } from '#jest';
import { join } from 'node:path';
import { pythonTypes, schemaText, wireSchemas } from '../../scripts/wire.ts';
import { expectGoldenFile } from '../support/golden.ts';
import { ROOT } from '../support/command.ts';

// What Python knows of the messages is committed: UPDATE=1 writes it.

const FOLDER = join(ROOT, 'python/bridge/aot_wire');

test('the types of messages in Python are those of the schemas', () => {
  expectGoldenFile(join(FOLDER, 'messages.py'), pythonTypes(wireSchemas()));
});

test('the JSON Schema that Python checks messages by is that of the schemas', () => {
  expectGoldenFile(join(FOLDER, 'messages.json'), schemaText(wireSchemas()));
});
