import type { ComponentType } from 'react'
import type { FirstViewQuery } from '#contract/page-renderer.ts'
import { productPath, productsOf, soldProducts } from '#web/features/products/sold-products.ts'
import { documentKinds, paths } from '#contract/paths.ts'
import { fromSite } from './site.ts'

interface PageModule {
  readonly default: ComponentType
  /** The public answers that the first view of the page at this path shows. */
  readonly firstView?: (path: string) => readonly FirstViewQuery[]
  /** Loads what the page shows at this path, before a link shows it. */
  readonly preload?: (path: string) => Promise<unknown>
}

export interface PageRoute {
  /** `:id` matches any single segment. */
  readonly path: string
  readonly load: () => Promise<PageModule>
  /** Whether the page always loads as a document, because its content security policy differs. */
  readonly ownDocument?: boolean
  /** The module that `load` imports, filled in for the renderer (`vite.config.ts`). */
  readonly source?: string
}

/** The pages that do not depend on the products. */
const fixedRoutes: readonly PageRoute[] = [
  { path: paths.home(), load: () => import('#web/features/home/home-page.tsx') },
  { path: paths.login(), load: () => import('#web/features/accounts/login-page.tsx') },
  {
    path: paths.authCallback(),
    load: () => import('#web/features/accounts/auth-callback-page.tsx'),
  },
  { path: paths.donation(), load: () => import('#web/features/donations/donation-page.tsx') },
  { path: paths.cart(), load: () => import('#web/features/cart/cart-page.tsx') },
  {
    path: paths.checkout(),
    load: () => import('#web/features/checkout/checkout-page.tsx'),
    ownDocument: true,
  },
  { path: paths.orders(), load: () => import('#web/features/orders/orders-page.tsx') },
  { path: paths.receipt(':id'), load: () => import('#web/features/orders/receipt-page.tsx') },
  { path: paths.perks(), load: () => import('#web/features/my-perks/perks-page.tsx') },
  { path: paths.account(), load: () => import('#web/features/my-account/account-page.tsx') },
  { path: paths.wallet(), load: () => import('#web/features/kryptonite/wallet-page.tsx') },
  { path: paths.redeem(), load: () => import('#web/features/offers/redeem-page.tsx') },
  { path: paths.comingSoon(), load: () => import('./coming-soon-page.tsx') },
  { path: paths.skin(), load: () => import('#web/features/skins/shop-page.tsx') },
  { path: paths.shop(), load: () => import('#web/features/skins/shop-page.tsx') },
  {
    path: paths.kryptoPoints(),
    load: () => import('#web/features/kryptonite/krypto-points-page.tsx'),
  },
  {
    path: paths.kryptoSuccess(),
    load: () => import('#web/features/kryptonite/krypto-success-page.tsx'),
  },
  { path: paths.servers(), load: () => import('#web/features/server-status/servers-page.tsx') },
  { path: paths.guides(), load: () => import('#web/features/guides/guides-page.tsx') },
  { path: paths.rules(), load: () => import('#web/features/guides/rules-page.tsx') },
  { path: paths.news(), load: () => import('#web/features/news/news-page.tsx') },
  {
    path: paths.monetisation(),
    load: () => import('#web/features/donations/monetisation-page.tsx'),
  },
  ...documentRoutes(),
  { path: paths.team(), load: () => import('#web/features/team/list/team-page.tsx') },
  {
    path: paths.teamCreate(),
    load: () => import('#web/features/team/form/create-listing-page.tsx'),
  },
  {
    path: paths.teamEdit(':id'),
    load: () => import('#web/features/team/form/edit-listing-page.tsx'),
  },
  { path: paths.join(), load: () => import('#web/features/server-status/join-page.tsx') },
  {
    path: paths.meetTheTeam(),
    load: () => import('#web/features/meet-the-team/meet-the-team-page.tsx'),
  },
  { path: paths.betaTest(), load: () => import('#web/features/beta/beta-test-page.tsx') },
  { path: paths.betaUnlock(), load: () => import('#web/features/beta/beta-unlock-page.tsx') },
  { path: paths.admin(), load: () => import('#web/admin/admin-page.tsx') },
]

export function routes(): readonly PageRoute[] {
  return [...fixedRoutes, ...productRoutes()]
}

function documentRoutes(): readonly PageRoute[] {
  const page = { load: () => import('#web/features/guides/document-page.tsx') }
  return documentKinds.map((kind) => ({ path: paths.document(kind, ':slug'), ...page }))
}

export const notFoundRoute: PageRoute = { path: '*', load: () => import('./not-found-page.tsx') }

const timed = { load: () => import('#web/features/donations/timed-product-page.tsx') }
const tagChoice = { load: () => import('#web/features/donations/color-tag-page.tsx') }
const tag = { load: () => import('#web/features/donations/tag-product-page.tsx') }
const reskinChoice = { load: () => import('#web/features/donations/reskin-choice-page.tsx') }
const reskin = { load: () => import('#web/features/donations/reskin-product-page.tsx') }
const extras = { load: () => import('#web/features/donations/extras-page.tsx') }

const groupChoices = {
  gear: [paths.reskinGearType(), paths.reskinGear(), paths.reskinTopPant()],
  weapon: [paths.reskinWeapon()],
}

/** The pages of the products on sale, after those on the way to them. */
const productRoutes = fromSite((): readonly PageRoute[] => {
  const reskinChoices = productsOf('reskin').flatMap(({ group }) => [
    paths.reskin(),
    ...groupChoices[group],
  ])
  const pages = {
    timed: { above: [], page: timed },
    'color-tag': { above: [{ path: paths.colorTag(), ...tagChoice }], page: tag },
    reskin: { above: reskinChoices.map((path) => ({ path, ...reskinChoice })), page: reskin },
    extra: { above: [], page: extras },
  }
  const all = soldProducts().flatMap((product): PageRoute[] => {
    const { above, page } = pages[product.kind]
    return [...above, { path: productPath(product), ...page }]
  })
  // Products share the pages above them, and all extras one page.
  return [...new Map(all.map((route) => [route.path, route])).values()]
})

const pathsWithProducts: ReadonlySet<string> = new Set([
  paths.donation(),
  paths.cart(),
  paths.checkout(),
  paths.orders(),
  paths.receipt(':id'),
  paths.perks(),
  paths.account(),
  paths.redeem(),
  paths.monetisation(),
])

/** Whether a page shows texts of products, which then come with it. */
export function showsProducts({ path }: PageRoute): boolean {
  return pathsWithProducts.has(path) || productRoutes().some((route) => route.path === path)
}

const fixedRouteByPath = new Map(fixedRoutes.map((route) => [route.path, route]))
const patternRoutes = fixedRoutes
  .filter(({ path }) => path.includes(':'))
  .map((route) => ({ route, pattern: new RegExp(`^${route.path.replace(/:\w+/, '[^/]+')}$`) }))

/** The page at an address of the site, with or without a query; the 404 page if there is none. */
export function findRoute(address: string): PageRoute {
  return address === missingAddress
    ? notFoundRoute
    : routeAt(address.replace(/[?#].*$/, '').replace(/(.)\/+$/, '$1'))
}

let missingAddress: string | undefined

/** Shows the 404 page at an address where the server found nothing, such as that of a text that is gone. */
export function noteMissing(address: string): void {
  missingAddress = address
}

/** The page at exactly this path; the 404 page if there is none. */
export function routeAt(path: string): PageRoute {
  return (
    fixedRouteByPath.get(path) ??
    productRoutes().find((route) => route.path === path) ??
    patternRoutes.find(({ pattern }) => pattern.test(path))?.route ??
    notFoundRoute
  )
}
