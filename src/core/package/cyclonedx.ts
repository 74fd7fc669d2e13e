/**
 * What of the CycloneDX library is used, as one module that can be loaded late. These parts alone: the others look for
 * files of theirs, which dist does not have.
 */
export * as Enums from '@cyclonedx/cyclonedx-library/Enums';
export * as Models from '@cyclonedx/cyclonedx-library/Models';
export * as Serialize from '@cyclonedx/cyclonedx-library/Serialize';
export * as Spec from '@cyclonedx/cyclonedx-library/Spec';
