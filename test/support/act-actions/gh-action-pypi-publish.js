// Stands for pypa/gh-action-pypi-publish: says which files it would publish.
import { appendFileSync, readdirSync } from 'node:fs';

const names = readdirSync(process.env['INPUT_PACKAGES-DIR']);
appendFileSync(process.env.TEST_COMMANDS, `pypi-publish ${names.join(' ')}\n`);
