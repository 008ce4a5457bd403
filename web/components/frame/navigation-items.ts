import type { IconName } from '#web/art/icon-paths.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { findRoute, notFoundRoute } from '#web/routes.tsx'

interface NavigationItem {
  readonly href: string
  readonly label: () => string
  readonly icon: IconName
}

/** The pages that the bar and the menu lead to, in their order. */
export const navigationItems: readonly NavigationItem[] = [
  { href: paths.home(), label: m.nav_home, icon: 'home' },
  { href: paths.donation(), label: m.nav_donation, icon: 'donate' },
  { href: paths.servers(), label: m.nav_servers, icon: 'server' },
  { href: paths.guides(), label: m.nav_guides, icon: 'guide' },
  { href: paths.rules(), label: m.nav_rules, icon: 'rules' },
  { href: paths.team(), label: m.nav_team, icon: 'team' },
]

/**
 * How a link relates to the page being shown: the page itself, a part of it that is open, or neither.
 * The 404 page is part of nothing: it is prerendered once for all addresses.
 */
export function currentMark(href: string, path: string): 'page' | 'true' | undefined {
  if (href === path) return 'page'
  if (findRoute(path) === notFoundRoute) return undefined
  return href !== paths.home() && path.startsWith(`${href}/`) ? 'true' : undefined
}
