import type { ImportReference } from './imports.ts'

/** Everything that an entry loads at run time: paths of files and names of packages. */
export function reachableFrom(entry: string, imports: readonly ImportReference[]): Set<string> {
  const atRunTime = Map.groupBy(
    imports.filter(({ typeOnly }) => !typeOnly),
    ({ from }) => from,
  )
  const reached = new Set([entry])
  // A Set can grow while it is walked, and the walk includes what was added.
  for (const location of reached) {
    for (const { to } of atRunTime.get(location) ?? []) reached.add(to)
  }
  return reached
}
