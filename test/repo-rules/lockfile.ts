/** An entry of package-lock.json for one folder in node_modules; the empty path is the project itself. */
export interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>> | undefined
  readonly optionalDependencies?: Readonly<Record<string, string>> | undefined
}

/**
 * Packages that the lockfile needs but lacks. npm writes such a file without a warning when a
 * package for another system is not published yet, and then `npm ci` fails on every fresh clone.
 */
export function findLockfileGaps(packages: Readonly<Record<string, LockedPackage>>): string[] {
  return Object.entries(packages).flatMap(([location, entry]) =>
    Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .filter((name) => !searchFolders(location).some((folder) => `${folder}${name}` in packages))
      .map((name) => `${location || 'the project'} needs ${name}, which is not in the lockfile`),
  )
}

/** The folders in which Node searches for a package: a folder's own node_modules, then those above it. */
function searchFolders(location: string): string[] {
  if (location === '') return ['node_modules/']
  const parent = location.slice(0, Math.max(0, location.lastIndexOf('/node_modules/')))
  return [`${location}/node_modules/`, ...searchFolders(parent)]
}
