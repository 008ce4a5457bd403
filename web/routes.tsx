import type { ComponentType } from 'react'
import { paths } from './paths.ts'

/** A page of the site: where it is and what it loads. */
export interface PageRoute {
  /** `:id` stands for any one segment. */
  readonly path: string
  readonly load: () => Promise<{ readonly default: ComponentType }>
  /** Always loaded as a document of its own, because its content security policy differs. */
  readonly ownDocument?: boolean
  /** The module that `load` imports, filled in for prerendering (`vite.config.ts`). */
  readonly source?: string
}

export const routes: readonly PageRoute[] = [
  { path: paths.home(), load: () => import('./pages/home/home-page.tsx') },
  { path: paths.login(), load: () => import('./pages/login/login-page.tsx') },
  { path: paths.authCallback(), load: () => import('./pages/login/auth-callback-page.tsx') },
  { path: paths.donation(), load: () => import('./pages/donation/donation-page.tsx') },
  { path: paths.priorityQueue(), load: () => import('./pages/donation/priority-queue-page.tsx') },
  { path: paths.colorTag(), load: () => import('./pages/donation/color-tag-page.tsx') },
  { path: paths.clanColorTag(), load: () => import('./pages/donation/clan-color-tag-page.tsx') },
  { path: paths.nameColorTag(), load: () => import('./pages/donation/name-color-tag-page.tsx') },
  { path: paths.reskin(), load: () => import('./pages/donation/reskin/reskin-page.tsx') },
  {
    path: paths.reskinGearType(),
    load: () => import('./pages/donation/reskin/gear-type-page.tsx'),
  },
  reskinGear(paths.reskinGear()),
  reskinGear(paths.reskinTopPant()),
  reskinProduct(paths.reskinTop()),
  reskinProduct(paths.reskinPant()),
  reskinProduct(paths.reskinArmour()),
  reskinProduct(paths.reskinHelmet()),
  { path: paths.reskinWeapon(), load: () => import('./pages/donation/reskin/weapon-page.tsx') },
  reskinProduct(paths.reskinSniper()),
  reskinProduct(paths.reskinAuto()),
  { path: paths.extras(), load: () => import('./pages/donation/extras-page.tsx') },
  { path: paths.cart(), load: () => import('./pages/cart/cart-page.tsx') },
  {
    path: paths.checkout(),
    load: () => import('./pages/checkout/checkout-page.tsx'),
    ownDocument: true,
  },
  { path: paths.orders(), load: () => import('./pages/orders/orders-page.tsx') },
  { path: paths.receipt(':id'), load: () => import('./pages/orders/receipt-page.tsx') },
  { path: paths.wallet(), load: () => import('./pages/wallet/wallet-page.tsx') },
  {
    path: paths.comingSoon(),
    load: () => import('./pages/coming-soon-page.tsx'),
  },
  { path: paths.skin(), load: () => import('./pages/shop/shop-page.tsx') },
  { path: paths.shop(), load: () => import('./pages/shop/shop-page.tsx') },
  {
    path: paths.kryptoPoints(),
    load: () => import('./pages/krypto-points/krypto-points-page.tsx'),
  },
  {
    path: paths.kryptoSuccess(),
    load: () => import('./pages/krypto-success/krypto-success-page.tsx'),
  },
  { path: paths.servers(), load: () => import('./pages/servers/servers-page.tsx') },
  { path: paths.guides(), load: () => import('./pages/guides/guides-page.tsx') },
  { path: paths.guideBaseBuilding(), load: () => import('./pages/guides/base-building-page.tsx') },
  { path: paths.guideKryptonique(), load: () => import('./pages/guides/kryptonique-page.tsx') },
  { path: paths.guideArmour(), load: () => import('./pages/guides/armour-page.tsx') },
  { path: paths.guideKeycards(), load: () => import('./pages/guides/keycards-page.tsx') },
  { path: paths.guideRaiding(), load: () => import('./pages/guides/raiding-page.tsx') },
  { path: paths.guideRaidAlerts(), load: () => import('./pages/guides/raid-alerts-page.tsx') },
  {
    path: paths.guideKryptoPoints(),
    load: () => import('./pages/guides/krypto-points-guide-page.tsx'),
  },
  { path: paths.rules(), load: () => import('./pages/rules/rules-page.tsx') },
  { path: paths.rulesGeneral(), load: () => import('./pages/rules/general-rules-page.tsx') },
  { path: paths.rulesBuilding(), load: () => import('./pages/rules/building-rules-page.tsx') },
  { path: paths.rulesRaiding(), load: () => import('./pages/rules/raiding-rules-page.tsx') },
  {
    path: paths.rulesCompensation(),
    load: () => import('./pages/rules/compensation-rules-page.tsx'),
  },
  { path: paths.team(), load: () => import('./pages/team/team-page.tsx') },
  { path: paths.teamCreate(), load: () => import('./pages/team/create-listing-page.tsx') },
  { path: paths.teamEdit(':id'), load: () => import('./pages/team/edit-listing-page.tsx') },
  { path: paths.join(), load: () => import('./pages/join/join-page.tsx') },
  {
    path: paths.meetTheTeam(),
    load: () => import('./pages/meet-the-team/meet-the-team-page.tsx'),
  },
  { path: paths.betaTest(), load: () => import('./pages/beta/beta-test-page.tsx') },
  { path: paths.betaUnlock(), load: () => import('./pages/beta/beta-unlock-page.tsx') },
  { path: paths.admin(), load: () => import('./pages/admin/admin-page.tsx') },
]

export const notFoundRoute: PageRoute = {
  path: '*',
  load: () => import('./pages/not-found-page.tsx'),
}

function reskinGear(path: string): PageRoute {
  return {
    path,
    load: () => import('./pages/donation/reskin/gear-page.tsx'),
  }
}

function reskinProduct(path: string): PageRoute {
  return {
    path,
    load: () => import('./pages/donation/reskin/product-page.tsx'),
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
