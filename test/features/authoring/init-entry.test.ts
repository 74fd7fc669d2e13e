import { describe, expect, it } from '#jest';
import type { EntryDescription } from '../../../src/features/authoring/entry.ts';
import {
  addToManifest,
  manifestOf,
  kernelName,
  packageName,
} from '../../../src/features/authoring/init-entry.ts';
import { expectGolden, failureOf } from '../../support/golden.ts';

const ENTRY: EntryDescription = {
  name: 'scale',
  source: 'k.py:scale',
  isText: true,
  choices: {},
  globals: [],
  arguments: [{ name: 'x' }, { name: 'n', value: ['type', 'i32'] }],
  constants: [],
  heuristics: [],
  configs: [],
  gridParameters: [],
  grid: [],
  gridComments: [],
  options: [],
};

const KERNEL = { entry: ENTRY };

const OWN = `# My kernels.
package:   demo
triton: '3.8.0'
targets: [ sm_90 ]
kernels:
    copy:   # mine
        source: k.py:copy
        signature: "*fp32,  *fp32"
        grid: 1   # one program
`;

describe('a kernel added to a manifest', () => {
  it('follows the others with their indentation, and changes nothing else', () => {
    const text = addToManifest(OWN, 'kernels.yaml', KERNEL);
    expect(text.startsWith(OWN)).toBe(true);
    expectGolden(text);
  });

  it('comes before the sections after `kernels`', () => {
    const after = `\n# The end.\ndefaults: { num_warps: 4 }\n`;
    const text = addToManifest(`${OWN}${after}`, 'kernels.yaml', KERNEL);
    expect(text.startsWith(OWN)).toBe(true);
    expect(text.endsWith(after)).toBe(true);
    expect(text).toContain('\n    scale:');
  });

  it.each([
    ['behind the indentation', '        # smoke:\n        #     buffers: {}\n'],
    ['in front of it', '#        smoke:\n#            buffers: {}\n'],
    ['after an empty line', '\n        # smoke: { buffers: {} }\n'],
    ['of a whole kernel', '\n    # fill:\n    #     grid: 1\n'],
  ])('comes after what is commented out, with `#` %s', (_where, comment) => {
    const after = `\n# The end.\ndefaults: { num_warps: 4 }\n`;
    const text = addToManifest(`${OWN}${comment}${after}`, 'kernels.yaml', KERNEL);
    expect(text.startsWith(`${OWN}${comment}\n    scale:`)).toBe(true);
    expect(text.endsWith(after)).toBe(true);
  });

  it('can be added to a file that does not end with a line feed', () => {
    const text = addToManifest(OWN.trimEnd(), 'kernels.yaml', KERNEL);
    expect(text.startsWith(OWN)).toBe(true);
  });

  it('is refused if its name is taken', async () => {
    const text = OWN.replace('copy:', 'scale:');
    expectGolden(await failureOf(() => addToManifest(text, 'kernels.yaml', KERNEL)));
  });

  it('is refused if there is no place for it', async () => {
    const text = 'package: demo\nkernels: [copy]\n';
    expectGolden(await failureOf(() => addToManifest(text, 'kernels.yaml', KERNEL)));
  });

  it('is refused if the manifest is not YAML', async () => {
    expectGolden(await failureOf(() => addToManifest('a: [', 'kernels.yaml', KERNEL)));
  });
});

describe('the configs that a new manifest builds', () => {
  it.each([
    [3, 0, 'configs: autotune #'],
    [
      4,
      0,
      'configs: { autotune: 3 } # of the 4 configs of @triton.autotune, those that differ most;',
    ],
    [undefined, 0, 'configs: { autotune: 3 } # of the configs of @triton.autotune'],
    // Each heuristic multiplies what is compiled.
    [4, 1, 'configs: { autotune: 2 } #'],
    [4, 4, 'configs: { autotune: 1 } # of the 4 configs of @triton.autotune, the first one;'],
  ])('of %s configs and with %s heuristics', (count, heuristics, expected) => {
    const entry = {
      ...ENTRY,
      configs: 'autotune' as const,
      ...(count === undefined ? {} : { autotuned: { configs: count, globals: [] } }),
      heuristics: Array<string>(heuristics).fill('USE_G is computed'),
    };
    expect(manifestOf({ entry }, '/kernels', '3.9.0')).toContain(expected);
  });
});

describe('names', () => {
  it('are those of C', () => {
    expect(
      ['saxpy_kernel', '_fwd_kernel', 'add', 'random_kernel', '_', '_a__b'].map(kernelName),
    ).toEqual(['saxpy', 'fwd', 'add', 'random_kernel', 'kernel', 'a_b']);
    expect(['my-kernels', 'Flash Attention', '3d', 'Math'].map(packageName)).toEqual([
      'my_kernels',
      'flash_attention',
      'kernels_3d',
      'math_kernels',
    ]);
  });
});
