import { beforeAll, expect, it } from '#jest';
import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, ROOT } from '../support/command.ts';
import type { BundledProgram } from './bundled-program.ts';

/** A run of a program, or of a load of the helper library, by test/support/damage_bundle.py. */
interface DamagedRun {
  readonly file: keyof typeof OUTCOMES;
  readonly damage: string;
  readonly mode: 'overlay' | 'error';
  readonly what: 'program' | 'helper';
  /** Negative: a signal. */
  readonly code: number;
  readonly output: string;
}

/** What a program says if all files of a kind are damaged: `add` has 3 of the 5 kernels. */
const OUTCOMES = {
  nothing: '5 of 5 found',
  binary: '0 kernels came from demo_bundle, and 5 from elsewhere',
  metadata: '2 kernels came from demo_bundle, and 3 from elsewhere',
  choice: '5 of 5 found',
  index: '0 kernels came from demo_bundle, and 5 from elsewhere',
  helper: 'the helper is not from the bundle',
  'source of the helper': 'the helper is not from the bundle',
} as const;

/** Damages the files of the bundle, and runs the program each time. Without `damages`, in all ways. */
export function testDamages(program: () => BundledProgram, damages: readonly string[] = []): void {
  let runs: readonly DamagedRun[];
  beforeAll(async () => {
    const { space, runPython } = program();
    const bundled = join(space.folder, 'damaged/demo_bundle');
    await cp(join(space.folder, 'image/dist/demo_bundle'), bundled, { recursive: true });
    const paths = [bundled, join(space.folder, 'damaged-jit'), join(space.folder, 'image/app')];
    const script = join(ROOT, 'test/support/damage_bundle.py');
    const { stdout, ...result } = await runPython([script, ...paths, ...damages], {});
    expectSuccess(result);
    runs = stdout
      .trim()
      .split('\n')
      .map((line): DamagedRun => JSON.parse(line));
    await rm(join(space.folder, 'damaged'), { recursive: true });
  });
  const runsIn = (mode: DamagedRun['mode']): readonly DamagedRun[] =>
    runs.filter((each) => each.mode === mode && each.file !== 'nothing');
  /** A bit or a byte more of `bundle.json` may be in a name, or change nothing. */
  const isCertain = ({ file, damage }: DamagedRun): boolean =>
    file !== 'index' || !['one bit', 'longer'].includes(damage);

  it('is whole before', () => {
    const before = runs.filter(({ file }) => file === 'nothing');
    expect(before).toHaveLength(4);
    for (const { code, output } of before) {
      expect(code).toBe(0);
      expect(output).toMatch(/^(?:5 of 5 found|the helper is from the bundle)$/m);
      expect(output).not.toContain('damaged');
    }
  });

  it('neither ends nor stops a program, which compiles what is damaged and says so once', () => {
    for (const each of runsIn('overlay')) {
      expect(each).toMatchObject({ code: 0 });
      if (!isCertain(each)) continue;
      const said = each.output.match(/demo_bundle is damaged: .* is not as it was written/g);
      expect([each, said?.length]).toEqual([each, 1]);
      expect(each.output).toContain(OUTCOMES[each.what === 'helper' ? 'helper' : each.file]);
    }
  });

  it('is an error in mode `error`', () => {
    const error = /^demo_bundle\.Missing: the bundle is damaged: .* is not as it was written$/m;
    for (const each of runsIn('error').filter(isCertain)) {
      expect(each).toMatchObject({ code: 1 });
      expect(each.output).toMatch(error);
    }
  });
}
