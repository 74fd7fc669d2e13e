import type { PackageFacts } from '../manifest.ts';
import { oldestCompatible, versionNumbers } from './version.ts';

/**
 * The version file of the CMake package. It decides as CMake itself does for the installed CPS file, so that an answer
 * does not depend on which of the two was found.
 */
export function cmakeVersion({ version }: PackageFacts): string {
  const numbers = versionNumbers(version);
  const isRelease = version === numbers;
  return `# ${version} serves who asks for ${oldestCompatible(version)} up to ${numbers}.
set(PACKAGE_VERSION "${version}")
set(PACKAGE_VERSION_COMPATIBLE FALSE)
if(PACKAGE_FIND_VERSION VERSION_GREATER_EQUAL "${oldestCompatible(version)}"
    AND PACKAGE_FIND_VERSION VERSION_LESS_EQUAL "${numbers}")
  set(PACKAGE_VERSION_COMPATIBLE TRUE)
endif()
if(PACKAGE_FIND_VERSION_RANGE)
  if(PACKAGE_FIND_VERSION_MAX VERSION_LESS "${numbers}"
      OR (PACKAGE_FIND_VERSION_RANGE_MAX STREQUAL "EXCLUDE" AND PACKAGE_FIND_VERSION_MAX VERSION_EQUAL "${numbers}"))
    set(PACKAGE_VERSION_COMPATIBLE FALSE)
  endif()
${isRelease ? `elseif(PACKAGE_FIND_VERSION VERSION_EQUAL "${numbers}")\n  set(PACKAGE_VERSION_EXACT TRUE)\n` : ''}endif()
`;
}
