import { vendors, vendorTerms } from '../manifest/terms/vendor.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BUILD_SYSTEMS_FOLDER } from '../base/assets.ts';
import { indent } from '../base/text.ts';
import type { Kernel } from '../manifest/terms/kernel.ts';
import { cSourcePath, vendorSources, vendorsOf } from './c/vendor.ts';
import type { PackageFacts } from './facts.ts';
import type { PackageFiles } from './manifest.ts';
import { packageParts } from './parts.ts';
import type { Vendor } from '../manifest/terms/vendor-terms.ts';

/** The package's stub of the driver library, which build systems can make a library of. */
export const STUB_FILE = 'stub/libcuda.c';

/**
 * Generates the files for build systems from the templates in src/package/build-systems. Those below
 * `lib` are for the unpacked package, those below `cmake` for a library that is built and installed
 * from it.
 */
export function consumeFiles(facts: PackageFacts, kernels: readonly Kernel[]): PackageFiles {
  const { package: name, version } = facts;
  const numbers = versionNumbers(version);
  const values = {
    NAME: name,
    VERSION: version,
    NUMBERS: numbers,
    OLDEST: oldestCompatible(version),
  };
  const namesFor = (vendor: Vendor): readonly string[] =>
    kernels.filter((kernel) => vendorsOf(kernel).includes(vendor)).map((kernel) => kernel.name);
  const cuda = namesFor('cuda');
  // CMake chooses between the sources for NVIDIA and those for one other vendor.
  const other = vendors().find((vendor) => vendor !== 'cuda' && namesFor(vendor).length > 0);
  const fill = (file: string, more: Values = {}): string =>
    fillTemplate(file, { ...values, ...more });
  const own = (file: string, more: Values = {}): string => {
    const folder = other && vendorSources.of(other).cmake;
    return folder === undefined ? '' : fillTemplate(file, { ...values, ...more }, folder);
  };
  // Stubs are linked by their folder. Linked as a file or as a target, its folder would be added to the
  // run path of the program, which would find the stub there. The package's own stub is no file that a
  // program could load, because that would be called libcuda.so.1.
  const parts = (stub: string): Values => ({
    FILTER: fill('kernel-filter.cmake').trimEnd(),
    DRIVER: indent(fill('find-driver.cmake', { STUB: stub }).trimEnd(), 2),
  });
  const root = `\${_${name}_root}`;
  const config = fill('Config.cmake', {
    ...parts(`${root}/${STUB_FILE}`),
    KERNELS: kernels.map((kernel) => kernel.name).join('\n  '),
    CHOICE: own('choose.cmake', {
      DEFAULT: cuda.length === 0 && other ? vendorTerms.of(other).driver : 'CUDA',
      KERNELS: other ? namesFor(other).join('\n    ') : '',
      CUDAKERNELS: cuda.join('\n    '),
    }),
    MACRO: own('macro.cmake'),
    SUFFIX: other ? `\${_${name}_suffix}` : '.c',
  });
  const further = packageParts.parts.flatMap(({ cmake }) => cmake?.(facts, kernels) ?? []);
  const targets = further.map(({ vendor, text }) => {
    if (other === undefined) return `\n${text}`;
    const gpu = vendorTerms.of(vendor).driver;
    return `\nif(${name}_GPU STREQUAL "${gpu}")\n${indent(text.trimEnd(), 2)}\nendif()\n`;
  });
  // The rules are those of CMake for the installed CPS file, so that both give the same answer.
  const exact = `elseif(PACKAGE_FIND_VERSION VERSION_EQUAL "${numbers}")\n  set(PACKAGE_VERSION_EXACT TRUE)\n`;
  return new Map([
    ['CMakeLists.txt', fill('CMakeLists.txt')],
    [`lib/cmake/${name}/${name}Config.cmake`, [config, ...targets].join('')],
    [
      `lib/cmake/${name}/${name}ConfigVersion.cmake`,
      fill('ConfigVersion.cmake', { EXACT: version === numbers ? exact : '' }),
    ],
    [
      `lib/pkgconfig/${name}.pc`,
      fill('package.pc', {
        SOURCES: sources(cuda, 'cuda'),
        OTHERS: other ? `${other}_sources=${sources(namesFor(other), other)}\n` : '',
      }),
    ],
    ['cmake/install.cmake', fill('install.cmake', { INSTALLED: own('install.cmake') })],
    [
      `cmake/${name}Config.cmake.in`,
      fill('InstalledConfig.cmake.in', parts('${CMAKE_CURRENT_LIST_DIR}/libcuda.c')),
    ],
    [`cmake/${name}.pc.in`, fill('package.pc.in', { CFLAGS: other ? '@cflags@' : '' })],
    [
      `cmake/${name}.cps.in`,
      fill('package.cps.in', {
        DEFINITIONS: other ? '\n      "definitions": { "*": { @definitions@ } },' : '',
      }),
    ],
  ]);
}

/** Lists C sources as pkg-config has them. */
function sources(names: readonly string[], vendor: Vendor): string {
  return names.map((name) => `\${prefix}/${cSourcePath({ name }, vendor)}`).join(' ');
}

/** Texts for the marks in a template: `NAME` for `<NAME>`. */
type Values = Readonly<Record<string, string>>;

/** Fills in a template. @param folder default: that of the core's templates */
export function fillTemplate(file: string, values: Values, folder = BUILD_SYSTEMS_FOLDER): string {
  const template = readFileSync(join(folder, file), 'utf8');
  return template.replaceAll(/<([A-Z]+)>/g, (_mark, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${file} has the mark <${name}>, which has no value`);
    return value;
  });
}

/** Returns the numbers of a version, which are all that CMake compares: `1.2.0` for `1.2.0-rc.1`. */
export function versionNumbers(version: string): string {
  return version.replace(/[-+].*$/, '');
}

/**
 * Returns the oldest version that this one can replace: versions with the same major number are
 * compatible, before 1.0 those with the same minor number.
 */
export function oldestCompatible(version: string): string {
  const [major = '0', minor = '0'] = versionNumbers(version).split('.');
  return major === '0' ? `0.${minor}.0` : `${major}.0.0`;
}
