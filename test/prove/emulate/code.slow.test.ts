import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findUnknown, type UnknownOf } from '../../../src/prove/emulate/code.ts';
import { HERE } from '../../support/here.ts';
import { tritonPython, USUAL } from '../../support/triton.ts';

const ptx = (before: string, body: string): string =>
  `.version 9.0\n.target sm_80\n${before}\n.visible .entry kernel()\n{\n${body}\nret;\n}\n`;

const FILES = {
  good: ptx('', '.reg .b32 %r<2>; mov.b32 %r1, 7;'),
  registers: ptx('', '.reg .b32 q<400000000>; mov.b32 q399999999, 7;'),
  large: ptx('.const .align 4 .b8 big[100000000000];', ''),
  unknown: ptx('', 'nonsense.b32;'),
};

describe('the PTX that the emulator reads before it executes any', () => {
  let folder: string;
  const written = new Map(Object.keys(FILES).map((name) => [`hash of ${name}`, { cubin: name }]));
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'code-'));
    for (const [name, text] of Object.entries(FILES))
      await writeFile(join(folder, `${name}.ptx`), text);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const said = (unknownOf: UnknownOf): readonly (string | undefined)[] =>
    [...written.keys()].map((hash) => unknownOf({ hash }));

  it('is known, or has a reason, also if it would take all memory', async () => {
    const python = await tritonPython(USUAL);
    expect(said(await findUnknown(python, folder, written, 60, HERE))).toEqual([
      undefined,
      undefined,
      'too large for the emulation: reading the PTX takes more than 2 GiB of memory',
      'the emulator does not know the instruction `nonsense.b32`',
    ]);
  });

  it('is not known if the emulator does not say so', async () => {
    const unknownOf = await findUnknown('/bin/false', folder, written, 60, HERE);
    expect(new Set(said(unknownOf))).toEqual(
      new Set(['the emulator exited with status 1 while it read the PTX']),
    );
  });
});
