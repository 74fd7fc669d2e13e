/**
 * The parts of the CycloneDX library that sbom.ts uses, as one module that is loaded late. The
 * library's main module does not work in dist: it also imports parts that read files of the
 * package.
 */
export * as Enums from '@cyclonedx/cyclonedx-library/Enums';
export * as Models from '@cyclonedx/cyclonedx-library/Models';
export * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
export * as Spec from '@cyclonedx/cyclonedx-library/Spec';
