/** The packages of a table in docs/dependencies.md: name and version of each line, and its other cells. */
export interface ListedDependency {
  readonly name: string
  readonly version: string
  readonly cells: readonly string[]
}

/** Reads lines such as ``| `hono` | 4.13.19 | MIT | HTTP | why |``. */
export function readDependencyTable(markdown: string): ListedDependency[] {
  return markdown.split('\n').flatMap((line) => {
    const match = /^\| `([^`]+)` +\| (\d\S*) +\|(.+)\|$/.exec(line)
    const [, name, version, rest] = match ?? []
    if (!name || !version || rest === undefined) return []
    return [{ name, version, cells: rest.split('|').map((cell) => cell.trim()) }]
  })
}

/** Differences between the table and package.json, in words. */
export function findDependencyFaults(
  listed: readonly ListedDependency[],
  installed: Readonly<Record<string, string>>,
): string[] {
  return [
    ...Object.entries(installed).flatMap(([name, version]) => {
      const entry = listed.find((dependency) => dependency.name === name)
      if (!entry) return [`${name} is not listed`]
      return entry.version === version
        ? []
        : [`${name} is listed as ${entry.version}, installed is ${version}`]
    }),
    ...listed
      .filter(({ name }) => !(name in installed))
      .map(({ name }) => `${name} is not installed`),
    ...listed
      .filter(({ cells }) => cells.length < 2 || cells.some((cell) => cell === ''))
      .map(({ name }) => `${name} has no licence or no reason`),
    ...Object.entries(installed)
      .filter(([, version]) => !/^\d/.test(version))
      .map(([name, version]) => `${name} is not pinned: ${version}`),
  ]
}
