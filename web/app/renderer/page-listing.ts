import { paths } from '#contract/paths.ts'
import type { PublicCommunity } from '#contract/site.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { languages } from '#contract/language.ts'
import { addressInLanguage, escapeHtml } from './document.ts'

/** A page's data for search engines and previews of shared links, apart from its texts. */
export interface PageListing {
  /** Whether search engines may list it. */
  readonly listed: boolean
  /** Whether only a script can fill it: with what belongs to a visitor, or a step of a process. */
  readonly needsScript: boolean
  /** The address that search engines should use. */
  readonly canonicalPath: string
  readonly picture: SocialPicture
}

export const socialPictureNames = [
  'island',
  'donation',
  'skins',
  'kryptonite',
  'guides',
  'rules',
  'team',
] as const
export type SocialPictureName = (typeof socialPictureNames)[number]

/** A picture of 1200 × 630 in `site/public/social/`, drawn by `scripts/draw-social-pictures.ts`. */
interface SocialPicture {
  readonly name: SocialPictureName
  readonly alt: (community: PublicCommunity) => string
}

const pathsByScript: ReadonlySet<string> = new Set([
  paths.authCallback(),
  paths.cart(),
  paths.checkout(),
  paths.orders(),
  paths.receipt(':id'),
  paths.perks(),
  paths.account(),
  paths.wallet(),
  paths.redeem(),
  paths.kryptoSuccess(),
  paths.teamCreate(),
  paths.teamEdit(':id'),
  paths.betaUnlock(),
  paths.admin(),
])
// Those, what is not for everybody, and the 404 page.
const unlistedPaths = new Set([...pathsByScript, paths.comingSoon(), paths.betaTest(), '*'])

/** Pages with the same content as another one. */
const canonicalPaths: Readonly<Record<string, string>> = {
  [paths.skin()]: paths.shop(),
  [paths.reskinTopPant()]: paths.reskinGear(),
}

const picturesByArea: readonly (readonly [area: string, picture: SocialPicture])[] = [
  [paths.skin(), { name: 'skins', alt: m.meta_picture_skins }],
  [paths.shop(), { name: 'skins', alt: m.meta_picture_skins }],
  [paths.donation(), { name: 'donation', alt: m.meta_picture_donation }],
  [paths.kryptoPoints(), { name: 'kryptonite', alt: m.meta_picture_kryptonite }],
  [paths.guides(), { name: 'guides', alt: m.meta_picture_guides }],
  [paths.rules(), { name: 'rules', alt: m.meta_picture_rules }],
  [paths.team(), { name: 'team', alt: m.meta_picture_team }],
]
const islandPicture: SocialPicture = { name: 'island', alt: m.meta_picture_island }

export function pageListing(route: string, path = route): PageListing {
  const area = picturesByArea.find(([start]) => path === start || path.startsWith(`${start}/`))
  return {
    listed: !unlistedPaths.has(route),
    needsScript: pathsByScript.has(route),
    canonicalPath: canonicalPaths[route] ?? path,
    picture: area?.[1] ?? islandPicture,
  }
}

/**
 * Every page in every language, each with all its translations:
 * https://developers.google.com/search/docs/specialty/international/localized-versions#sitemap
 */
export function sitemap(origin: string, listedPaths: readonly string[]): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${listedPaths.flatMap((path) => entriesOf(`${origin}${path}`)).join('\n')}
</urlset>
`
}

function entriesOf(page: string): readonly string[] {
  const all = [
    ...languages.map((hreflang) => ({ hreflang, address: addressInLanguage(page, hreflang) })),
    { hreflang: 'x-default', address: page },
  ]
  const links = all.map(
    ({ hreflang, address }) =>
      `<xhtml:link rel="alternate" hreflang="${hreflang}" href="${escapeHtml(address)}"/>`,
  )
  return all.map(({ address }) => `<url><loc>${escapeHtml(address)}</loc>${links.join('')}</url>`)
}
