import type { ComponentType } from 'react'
import { siteConfig } from '../site.config.ts'
import { m } from './i18n/paraglide/messages.js'
import { paths } from './paths.ts'

/** A page of the site: where it is, what it loads and what search engines and tabs call it. */
export interface PageRoute {
  /** `:id` stands for any one segment. */
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  readonly title: () => string
  readonly description: () => string
  /** Always loaded as a document of its own, because its content security policy differs. */
  readonly ownDocument?: boolean
  /** The module that `load` imports, filled in for prerendering (`vite.config.ts`). */
  readonly source?: string
}

const { brand, map } = siteConfig

export const routes: readonly PageRoute[] = [
  {
    path: paths.home(),
    load: () => import('./pages/home/home-page.tsx'),
    title: () => m.home_title({ map }),
    description: () => m.home_description({ brand, map }),
  },
  {
    path: paths.login(),
    load: () => import('./pages/login/login-page.tsx'),
    title: m.login_title,
    description: () => m.login_description({ brand }),
  },
  {
    path: paths.authCallback(),
    load: () => import('./pages/login/auth-callback-page.tsx'),
    title: m.auth_callback_title,
    description: m.auth_callback_description,
  },
  {
    path: paths.donation(),
    load: () => import('./pages/donation/donation-page.tsx'),
    title: m.donation_title,
    description: m.donation_description,
  },
  {
    path: paths.priorityQueue(),
    load: () => import('./pages/donation/priority-queue-page.tsx'),
    title: m.priority_queue_title,
    description: m.priority_queue_description,
  },
  {
    path: paths.cart(),
    load: () => import('./pages/cart/cart-page.tsx'),
    title: m.cart_title,
    description: m.cart_description,
  },
  {
    path: paths.checkout(),
    load: () => import('./pages/checkout/checkout-page.tsx'),
    title: m.checkout_title,
    description: m.checkout_description,
    ownDocument: true,
  },
  comingSoon(paths.comingSoon(), m.coming_soon_title),
  comingSoon(paths.colorTag(), m.section_color_tags),
  comingSoon(paths.clanColorTag(), m.section_color_tags),
  comingSoon(paths.nameColorTag(), m.section_color_tags),
  comingSoon(paths.reskin(), m.section_reskins),
  comingSoon(paths.reskinGearType(), m.section_reskins),
  comingSoon(paths.reskinGear(), m.section_reskins),
  comingSoon(paths.reskinTopPant(), m.section_reskins),
  comingSoon(paths.reskinTop(), m.section_reskins),
  comingSoon(paths.reskinPant(), m.section_reskins),
  comingSoon(paths.reskinArmour(), m.section_reskins),
  comingSoon(paths.reskinHelmet(), m.section_reskins),
  comingSoon(paths.reskinWeapon(), m.section_reskins),
  comingSoon(paths.reskinSniper(), m.section_reskins),
  comingSoon(paths.reskinAuto(), m.section_reskins),
  comingSoon(paths.extras(), m.section_extras),
  comingSoon(paths.skin(), m.section_skin_shop),
  comingSoon(paths.shop(), m.section_skin_shop),
  comingSoon(paths.kryptoPoints(), m.section_krypto_points),
  comingSoon(paths.kryptoSuccess(), m.section_krypto_points),
  comingSoon(paths.servers(), m.section_servers),
  comingSoon(paths.guides(), m.section_guides),
  comingSoon(paths.guideBaseBuilding(), m.section_guides),
  comingSoon(paths.guideKryptonique(), m.section_guides),
  comingSoon(paths.guideArmour(), m.section_guides),
  comingSoon(paths.guideKeycards(), m.section_guides),
  comingSoon(paths.guideRaiding(), m.section_guides),
  comingSoon(paths.guideRaidAlerts(), m.section_guides),
  comingSoon(paths.guideKryptoPoints(), m.section_krypto_points),
  comingSoon(paths.rules(), m.section_rules),
  comingSoon(paths.rulesGeneral(), m.section_rules),
  comingSoon(paths.rulesBuilding(), m.section_rules),
  comingSoon(paths.rulesRaiding(), m.section_rules),
  comingSoon(paths.rulesCompensation(), m.section_rules),
  comingSoon(paths.team(), m.section_team_finder),
  comingSoon(paths.teamCreate(), m.section_team_finder),
  comingSoon(paths.teamEdit(':id'), m.section_team_finder),
  comingSoon(paths.join(), m.section_join),
  comingSoon(paths.meetTheTeam(), m.section_staff),
  comingSoon(paths.betaTest(), m.section_beta),
  comingSoon(paths.betaUnlock(), m.section_beta),
  comingSoon(paths.admin(), m.section_admin),
]

export const notFoundRoute: PageRoute = {
  path: '*',
  load: () => import('./pages/not-found-page.tsx'),
  title: m.not_found_title,
  description: m.not_found_description,
}

function comingSoon(path: string, title: () => string): PageRoute {
  return {
    path,
    load: () => import('./pages/coming-soon-page.tsx'),
    title,
    description: m.coming_soon_description,
  }
}

const routeByPath = new Map(routes.map((route) => [route.path, route]))
const patternRoutes = routes
  .filter(({ path }) => path.includes(':'))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`) }))

/** The page at an address of the site, query and all; the 404 page where there is none. */
export function findRoute(address: string): PageRoute {
  const path = address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1')
  const matching = patternRoutes.find(({ pattern }) => pattern.test(path))
  return routeByPath.get(path) ?? matching?.route ?? notFoundRoute
}
