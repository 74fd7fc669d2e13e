import { Spec, Validation } from '@cyclonedx/cyclonedx-library';
import { describe, expect, it } from '#jest';
import type { CheckedVariant } from '../../src/compile/cubin/check.ts';
import { sha256 } from '../../src/base/text.ts';
import type { PackageFacts } from '../../src/package/facts.ts';
import { packageManifest } from '../../src/package/manifest.ts';
import { sbomFiles, serialNumberOf } from '../../src/package/sbom.ts';
import { fakeChecked, fakeCompiled } from '../support/fake-build.ts';

const MANIFEST = `
package: demo
triton: 3.8.0
targets: [sm_80, sm_90]
kernels:
  scale: { source: "nn/scale.py:scale_kernel", signature: "*fp32, fp32", grid: 1 }
  copy: { source: "copy.py:copy_kernel", signature: "*fp32", grid: 1 }
`;
const FUNCTIONS = { scale_kernel: ['x', 'factor'], copy_kernel: ['x'] };
const SHARED = { path: 'nn/shared.py', sha256: sha256('shared') };
const FACTS: PackageFacts = {
  package: 'demo',
  version: '1.2.0',
  license: 'Apache-2.0 OR MIT',
  tritonVersion: '3.8.0',
  generatorVersion: '0.1.0',
  sourceLicenses: new Map([['nn/shared.py', 'BSD-3-Clause']]),
};

/** Both kernels are made from their own file and the shared one. */
function checked(): readonly CheckedVariant[] {
  const compiled = fakeChecked(MANIFEST, FUNCTIONS, (variant) =>
    fakeCompiled(variant, {}, { ptxas: variant.target.arch === 90 ? '13.0' : '12.9' }),
  );
  return compiled.map((image) => {
    const { file } = image.variant.kernel.source;
    const closure = [{ path: file, sha256: sha256(file) }, SHARED];
    return {
      ...image,
      variant: {
        ...image.variant,
        files: closure.map((part) => ({ ...part, fileSha256: part.sha256 })),
        inputs: { ...image.variant.inputs, closure },
      },
    };
  });
}

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
}

interface Sbom {
  readonly serialNumber: string;
  readonly metadata: unknown;
  readonly components: readonly Component[];
  readonly dependencies: readonly { ref: string; dependsOn?: string[] }[];
}

interface PackagesOnly {
  readonly packages: readonly unknown[];
}

async function sbomText(facts = FACTS, images = checked()): Promise<string> {
  return String((await sbomFiles(facts, images)).get('sbom.cdx.json'));
}

async function sbom(facts = FACTS): Promise<Sbom> {
  return JSON.parse(await sbomText(facts)) as Sbom;
}

const MIT = [{ expression: 'MIT' }];

describe('the SBOM of a package', () => {
  it.each([
    ['with everything', FACTS],
    ['without licences', { ...FACTS, license: undefined, sourceLicenses: undefined }],
  ])('%s is valid CycloneDX 1.6', async (_what, facts) => {
    const validator = new Validation.JsonStrictValidator(Spec.Version.v1dot6);
    expect(await validator.validate(await sbomText(facts))).toBeNull();
  });

  it('is reproducible, and differs for another package', async () => {
    expect(await sbomText()).toBe(await sbomText());
    const { serialNumber } = await sbom();
    expect(serialNumber).toBe(serialNumberOf(sha256(packageManifest(FACTS, checked()))));
    expect((await sbom({ ...FACTS, version: '1.2.1' })).serialNumber).not.toBe(serialNumber);
    expect(await sbomText()).not.toContain('timestamp');
  });

  it('describes the package and the tools', async () => {
    expect((await sbom()).metadata).toEqual({
      tools: {
        components: [{ type: 'application', name: 'triton-aot', version: '0.1.0', licenses: MIT }],
      },
      component: {
        type: 'library',
        'bom-ref': 'pkg:generic/demo@1.2.0',
        name: 'demo',
        version: '1.2.0',
        purl: 'pkg:generic/demo@1.2.0',
        licenses: [{ expression: 'Apache-2.0 OR MIT' }],
      },
    });
  });

  it('has the hash of a wheel, or of the files of a package whose wheel is not known', async () => {
    const image = { path: 'lib.whl/lib/ops.py', sha256: sha256('ops') };
    const images = checked().map((each) => ({
      ...each,
      variant: { ...each.variant, files: [{ ...image, fileSha256: image.sha256 }] },
    }));
    const own = { name: 'lib', version: '1.0', files: sha256('files'), folder: '', license: 'MIT' };
    const component = async (wheel?: string): Promise<Component | undefined> => {
      const facts = { ...FACTS, packages: [{ ...own, wheel }] };
      const { components } = JSON.parse(await sbomText(facts, images)) as Sbom;
      const [found] = (JSON.parse(packageManifest(facts, images)) as PackagesOnly).packages;
      const hash = wheel === undefined ? { filesSha256: own.files } : { sha256: wheel };
      expect(found).toEqual({ name: 'lib', version: '1.0', ...hash, license: 'MIT' });
      return components.find(({ name }) => name === 'lib');
    };
    const wheel = await component(sha256('wheel'));
    expect(wheel).toMatchObject({ hashes: [{ alg: 'SHA-256', content: sha256('wheel') }] });
    expect(wheel).not.toHaveProperty('properties');
    const files = await component();
    expect(files).toMatchObject({ properties: [{ name: 'triton-aot:files', value: own.files }] });
    expect(files).not.toHaveProperty('hashes');
  });

  it('lists Triton, its assemblers, the launcher, every kernel and every source', async () => {
    const { components } = await sbom();
    const ours = {
      'bom-ref': 'launcher',
      name: 'triton-aot-launcher',
      version: '0.1.0',
      licenses: MIT,
    };
    const triton = {
      'bom-ref': 'pkg:pypi/triton@3.8.0',
      version: '3.8.0',
      licenses: MIT,
      properties: [{ name: 'triton-aot:digest', value: 'sha256:d19e57' }],
    };
    const ptxas = {
      name: 'ptxas',
      supplier: { name: 'NVIDIA Corporation', url: ['https://www.nvidia.com'] },
      licenses: [
        {
          license: {
            name: 'NVIDIA CUDA Toolkit EULA',
            url: 'https://docs.nvidia.com/cuda/eula/index.html',
          },
        },
      ],
    };
    const file = (path: string, hash: string): object => ({
      type: 'file',
      name: path,
      hashes: [{ alg: 'SHA-256', content: hash }],
    });
    // In this order whatever the language of the machine.
    expect(components.map((component) => component['bom-ref'])).toEqual([
      'launcher',
      'pkg:pypi/triton@3.8.0',
      'ptxas@12.9',
      'ptxas@13.0',
      'source:copy.py',
      'source:nn/scale.py',
      'source:nn/shared.py',
      'kernel:scale',
      'kernel:copy',
    ]);
    expect(components).toEqual(
      expect.arrayContaining([
        expect.objectContaining(ours),
        expect.objectContaining(triton),
        expect.objectContaining({ ...ptxas, version: '12.9' }),
        expect.objectContaining({ ...ptxas, version: '13.0' }),
        expect.objectContaining(file('copy.py', sha256('copy.py'))),
        expect.objectContaining(file('nn/scale.py', sha256('nn/scale.py'))),
        expect.objectContaining({
          ...file('nn/shared.py', sha256('shared')),
          licenses: [{ expression: 'BSD-3-Clause' }],
        }),
        expect.objectContaining({ 'bom-ref': 'kernel:scale', name: 'scale', version: '1.2.0' }),
        expect.objectContaining({ 'bom-ref': 'kernel:copy', name: 'copy', version: '1.2.0' }),
      ]),
    );
  });

  it('says which kernel comes from which sources', async () => {
    const { dependencies } = await sbom();
    const of = (ref: string): unknown => dependencies.find((each) => each.ref === ref)?.dependsOn;
    expect(of('pkg:generic/demo@1.2.0')).toEqual(['launcher', 'kernel:scale', 'kernel:copy']);
    expect(of('kernel:scale')).toEqual([
      'source:nn/scale.py',
      'source:nn/shared.py',
      'pkg:pypi/triton@3.8.0',
      'ptxas@12.9',
      'ptxas@13.0',
    ]);
    expect(of('pkg:pypi/triton@3.8.0')).toEqual(['ptxas@12.9', 'ptxas@13.0']);
  });
});
