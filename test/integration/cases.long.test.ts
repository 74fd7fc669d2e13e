import { afterAll, beforeAll, describe, expect, it } from '#jest';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { parseDocument } from 'yaml';
import { expectSuccess } from '../support/command.ts';
import { launchesOf } from '../support/cuda-record.ts';
import { runRecorded } from '../support/recording-cuda.ts';
import { TRITON_VERSIONS } from '../support/triton.ts';
import { type CasesFolder, casesFolder, PROGRAM } from './cases-folder.ts';

describe.each(TRITON_VERSIONS)('the cases, built with Triton %s', (version) => {
  let cases: CasesFolder;
  let specialised: string | undefined;

  beforeAll(async () => {
    cases = await casesFolder(version);
    expectSuccess(await cases.build('kernels.yaml', 'aot'));
  }, 600_000);
  afterAll(async () => {
    await cases.space.remove();
    if (specialised !== undefined) await rm(dirname(specialised), { recursive: true });
  });

  const buildSpecialised = async (): Promise<string> => {
    expectSuccess(await cases.build('specialised.yaml', 'specialised'));
    const main = PROGRAM.replace('<cases.h>', '<cases_specialised.h>')
      .replaceAll(/^ {2}std::printf.*\n/gm, '')
      .replace(/\}\n$/, '  return (int)specialised_default(0, P, Q, P, 4);\n}\n');
    return cases.compile(main, 'specialised');
  };

  it('have the same code as if their files were imported', async () => {
    const document = parseDocument(
      await readFile(join(cases.space.folder, 'kernels.yaml'), 'utf8'),
      {
        intAsBigInt: true,
      },
    );
    document.setIn(['defaults', 'source_mode'], 'import');
    await writeFile(join(cases.space.folder, 'import.yaml'), document.toString());
    expectSuccess(await cases.build('import.yaml', 'imported', '--targets', 'sm_90'));
    const [sliced, imported] = [await cases.kernelsIn('aot'), await cases.kernelsIn('imported')];
    const codes = (kernels: typeof sliced) =>
      kernels.map(({ name, variants }) => [
        name,
        variants.flatMap(({ target, sha256 }) => (target === 'sm_90' ? [sha256] : [])),
      ]);
    expect(codes(imported)).toEqual(codes(sliced));
    expect(new Set(codes(sliced).flat(2)).size).toBeGreaterThan(sliced.length);
  });

  it.each([
    ['9.0', 12],
    ['10.0', 8],
  ])(
    'take every warp that Triton adds by itself, and scratch memory, on %s',
    async (device, warps) => {
      specialised ??= await buildSpecialised();
      const { records } = await runRecorded(specialised, { devices: [device] });
      const [launch] = launchesOf(records);
      const scratch = records.find(({ call }) => call === 'cuMemAllocAsync');
      expect(scratch).toMatchObject({ size: 256 });
      expect(launch).toMatchObject({ result: 0, grid: [1, 1, 1], block: [32 * warps, 1, 1] });
      expect(launch?.parameters.slice(-3, -2)).toEqual(['04000000']);
      expect(launch?.parameters.at(-2)).not.toBe('0000000000000000');
    },
  );
});
