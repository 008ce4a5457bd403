import { findRoute, routes } from '../../web/routes.tsx'

/** The address of every page of the site. */
export const allPages: readonly string[] = routes.map(({ path }) => path)

/** The addresses whose page is yet to be built. */
export const comingSoonPages = allPages.filter(
  (path) => screenOf(path) === screenOf('/coming-soon'),
)

/** One address of every screen, for checks to which the others of the same screen add nothing. */
export const differentPages: readonly string[] = [
  ...new Map(allPages.toReversed().map((path) => [screenOf(path), path])).values(),
].toReversed()

export const unknownPage = '/nothing/here'

/** Routes that load the same module say so in the same words. */
function screenOf(path: string): string {
  return String(findRoute(path).load)
}
