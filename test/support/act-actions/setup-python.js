// Stands for actions/setup-python: `python` is the one of the tests, whatever version is wanted.
import { appendFileSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = mkdtempSync(join(tmpdir(), 'setup-python-'));
const script = `#!/bin/sh\nexec '${process.env.TEST_PYTHON}' "$@"\n`;
writeFileSync(join(folder, 'python'), script, { mode: 0o755 });
appendFileSync(process.env.GITHUB_PATH, `${folder}\n`);
