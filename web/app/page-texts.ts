import type { PublicCommunity } from '#contract/site.ts'
import type { Product } from '#domain/products.ts'
import { documentQuery } from '#web/features/guides/documents.ts'
import { extrasText, productText } from '#web/features/products/shop-texts.ts'
import { productPath, soldProducts } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { carried } from './first-view.ts'
import { documentKinds, paths } from '#contract/paths.ts'
import { queryClient } from './query-client.ts'
import { notFoundRoute, type PageRoute } from './routes.tsx'
import { site } from './site.ts'

/** The title and description of a page in tabs and search engines. */
interface PageText {
  readonly title: (community: PublicCommunity) => string
  readonly description: (community: PublicCommunity) => string
}

// Apart from the routes: the first page has its own texts in its document, and needs the others
// only when a link is followed.
const pageTexts: Readonly<Record<string, PageText>> = {
  [paths.home()]: { title: m.home_title, description: m.home_description },
  [paths.login()]: { title: m.login_title, description: m.login_description },
  [paths.authCallback()]: {
    title: m.auth_callback_title,
    description: m.auth_callback_description,
  },
  [paths.donation()]: { title: m.donation_title, description: m.donation_description },
  [paths.colorTag()]: { title: m.color_tag_title, description: m.color_tag_description },
  [paths.reskin()]: { title: m.section_reskins, description: m.reskin_lead },
  [paths.reskinGearType()]: {
    title: m.reskin_gear_type_title,
    description: m.meta_reskin_gear_type,
  },
  [paths.reskinWeapon()]: { title: m.reskin_weapon_title, description: m.meta_reskin_weapon },
  [paths.cart()]: { title: m.cart_title, description: m.cart_description },
  [paths.checkout()]: { title: m.checkout_title, description: m.checkout_description },
  [paths.orders()]: { title: m.orders_title, description: m.orders_description },
  [paths.receipt(':id')]: { title: m.receipt_title, description: m.receipt_description },
  [paths.perks()]: { title: m.perks_title, description: m.perks_description },
  [paths.account()]: { title: m.account_title, description: m.account_description },
  [paths.wallet()]: { title: m.wallet_title, description: m.wallet_description },
  [paths.redeem()]: { title: m.redeem_title, description: m.redeem_lead },
  [paths.admin()]: { title: m.admin_shop_title, description: m.admin_description },
  [paths.comingSoon()]: { title: m.coming_soon_title, description: m.coming_soon_description },
  [paths.skin()]: { title: m.section_skin_shop, description: m.shop_description },
  [paths.shop()]: { title: m.section_skin_shop, description: m.shop_description },
  [paths.kryptoPoints()]: { title: m.section_krypto_points, description: m.packs_description },
  [paths.kryptoSuccess()]: { title: m.packs_settle_title, description: m.packs_settle_description },
  [paths.servers()]: { title: m.servers_title, description: m.servers_description },
  [paths.guides()]: { title: m.section_guides, description: m.documents_guides_description },
  [paths.rules()]: { title: m.section_rules, description: m.documents_rules_description },
  [paths.news()]: { title: m.news_title, description: m.news_description },
  [paths.monetisation()]: {
    title: m.monetisation_title,
    description: m.monetisation_lead,
  },
  [paths.team()]: { title: m.section_team_finder, description: m.team_list_description },
  [paths.teamCreate()]: {
    title: m.team_form_create_title,
    description: m.team_form_create_description,
  },
  [paths.teamEdit(':id')]: { title: m.team_form_edit_title, description: m.team_form_edit_lead },
  [paths.join()]: { title: m.section_join, description: m.join_description },
  [paths.meetTheTeam()]: { title: m.section_staff, description: m.staff_description },
  [paths.betaTest()]: { title: m.beta_test_title, description: m.beta_test_description },
  [paths.betaUnlock()]: { title: m.beta_unlock_title, description: m.beta_unlock_description },
  [paths.reskinGear()]: { title: m.reskin_gear_title, description: m.meta_reskin_gear },
  [paths.reskinTopPant()]: { title: m.reskin_gear_title, description: m.meta_reskin_gear },
  [notFoundRoute.path]: { title: m.not_found_title, description: m.not_found_description },
}

/** Guides, rules, legal texts and news have their own title and description, once they are loaded. */
function documentText(path: string): PageText {
  const { queryKey } = documentQuery(path)
  const document = queryClient.getQueryData(queryKey) ?? carried.getQueryData(queryKey)
  return {
    title: () => document?.title ?? m.not_found_title(),
    description: () => document?.description ?? m.not_found_description(),
  }
}

function productTextAt(path: string): PageText | undefined {
  const product = soldProducts().find((sold) => productPath(sold) === path)
  return product && productPageText(product)
}

function productPageText(product: Product): PageText {
  if (product.kind === 'extra') {
    return { title: m.section_extras, description: () => extrasText()?.lead ?? '' }
  }
  const text = () => productText(product)
  return {
    title: () => text().title,
    description: () =>
      product.kind === 'reskin'
        ? m.reskin_product_description({ product: text().title })
        : text().description,
  }
}

const documentPatterns = new Set(documentKinds.map((kind) => paths.document(kind, ':slug')))

/** Throws for a page without texts; a test makes sure that there is none. */
export function pageText(route: Pick<PageRoute, 'path'>, path = route.path) {
  const text = documentPatterns.has(route.path)
    ? documentText(path)
    : (pageTexts[route.path] ?? productTextAt(path))
  if (!text) throw new Error(`${route.path} has no title`)
  const { community } = site()
  return { title: text.title(community), description: text.description(community) }
}

/** The title of the browser's tab: the page first, to distinguish several tabs. */
export function documentTitle(route: Pick<PageRoute, 'path'>, path = route.path): string {
  const { title } = pageText(route, path)
  const { brand } = site().community
  return path === paths.home() ? `${brand} · ${title}` : `${title} · ${brand}`
}
