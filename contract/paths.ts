import type { Product } from '#domain/products.ts'

/** The folders of `content/` whose texts have pages. */
export const documentKinds = ['guides', 'rules', 'legal', 'news'] as const
export type DocumentKind = (typeof documentKinds)[number]

/** Where the server answers texts. Pages name it before they load the schemas of the answers. */
export const documentAddresses = {
  list: '/api/documents',
  one: '/api/documents/:kind/:slug',
  search: '/api/document-search',
} as const

/**
 * The address of every page but those of the products (`productPath`) and of texts that no code
 * links to (`document`). Links are built here and nowhere else.
 */
export const paths = {
  home: () => '/',
  login: () => '/login',
  loginFailed: (error: string) => `/login?error=${encodeURIComponent(error)}`,
  authCallback: () => '/auth/callback',
  donation: () => '/donation',
  colorTag: () => '/donation/color-tag',
  reskin: () => '/donation/reskin',
  reskinGearType: () => '/donation/reskin/gear-type',
  reskinGear: () => '/donation/reskin/gear',
  reskinTopPant: () => '/donation/reskin/gear/top-pant',
  reskinWeapon: () => '/donation/reskin/weapon',
  extras: () => '/donation/extras',
  skin: () => '/donation/skin',
  shop: () => '/shop',
  cart: () => '/cart',
  checkout: () => '/checkout',
  orders: () => '/orders',
  /** `orderId` is a UUID. */
  receipt: (orderId: string) => `/orders/${orderId}`,
  perks: () => '/perks',
  account: () => '/account',
  kryptoPoints: () => '/krypto-points',
  kryptoSuccess: () => '/krypto-success',
  wallet: () => '/wallet',
  redeem: () => '/redeem',
  servers: () => '/servers',
  guides: () => '/guide',
  guideBaseBuilding: () => '/guide/base-building',
  guideKryptoPoints: () => '/guide/kryptopoints',
  rules: () => '/rules',
  rulesRaiding: () => '/rules/raiding',
  rulesCompensation: () => '/rules/compensation',
  team: () => '/team',
  teamCreate: () => '/team/create',
  /** `listingId` is a UUID. */
  teamEdit: (listingId: string) => `/team/edit/${listingId}`,
  join: () => '/join',
  meetTheTeam: () => '/meet-the-team',
  betaTest: () => '/beta-test',
  betaUnlock: () => '/beta-unlock',
  admin: () => '/admin',
  news: () => '/news',
  monetisation: () => '/monetisation',
  legalNotice: () => '/legal/notice',
  legalTerms: () => '/legal/terms',
  legalPrivacy: () => '/legal/privacy',
  comingSoon: () => '/coming-soon',
  /** The page of a text in `content/<kind>/<slug>/`. */
  document: (kind: DocumentKind, slug: string) => `/${kind === 'guides' ? 'guide' : kind}/${slug}`,
} as const

/** The address of a product's page; all extras share one. */
export function productPath(product: Product): string {
  if (product.kind === 'extra') return paths.extras()
  if (product.kind !== 'reskin') return `${paths.donation()}/${product.slug}`
  const above = product.group === 'gear' ? paths.reskinGear() : paths.reskinWeapon()
  return `${above}/${product.slug.replace('reskin-', '')}`
}
