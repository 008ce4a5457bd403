import { siteConfig } from '#site/community.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'

/** What search engines and previews of shared links are told about a page, beside its texts. */
export interface PageListing {
  /** Whether search engines may show it. */
  readonly listed: boolean
  /** The address under which search engines should know it. */
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

/** A picture of 1200 × 630 in `web/public/social/`, drawn by `scripts/draw-social-pictures.ts`. */
interface SocialPicture {
  readonly name: SocialPictureName
  /** What it shows, for who cannot see it. */
  readonly alt: () => string
}

const { brand, map } = siteConfig

// Each is one visitor's own, one step of a way, or not for everybody.
const unlistedPaths: ReadonlySet<string> = new Set([
  paths.authCallback(),
  paths.cart(),
  paths.checkout(),
  paths.orders(),
  paths.receipt(':id'),
  paths.wallet(),
  paths.kryptoSuccess(),
  paths.comingSoon(),
  paths.teamCreate(),
  paths.teamEdit(':id'),
  paths.betaTest(),
  paths.betaUnlock(),
  paths.admin(),
  // The page that is not found.
  '*',
])

/** Pages that show what another one shows. */
const canonicalPaths: Readonly<Record<string, string>> = {
  [paths.skin()]: paths.shop(),
  [paths.reskinTopPant()]: paths.reskinGear(),
}

const picturesByArea: readonly (readonly [area: string, picture: SocialPicture])[] = [
  [paths.skin(), { name: 'skins', alt: () => m.meta_picture_skins({ brand }) }],
  [paths.shop(), { name: 'skins', alt: () => m.meta_picture_skins({ brand }) }],
  [paths.donation(), { name: 'donation', alt: () => m.meta_picture_donation({ brand }) }],
  [paths.kryptoPoints(), { name: 'kryptonite', alt: () => m.meta_picture_kryptonite({ brand }) }],
  [paths.guides(), { name: 'guides', alt: () => m.meta_picture_guides({ brand }) }],
  [paths.rules(), { name: 'rules', alt: () => m.meta_picture_rules({ brand }) }],
  [paths.team(), { name: 'team', alt: () => m.meta_picture_team({ brand }) }],
]
const islandPicture: SocialPicture = {
  name: 'island',
  alt: () => m.meta_picture_island({ brand, map }),
}

/** How the page of a route is listed. */
export function pageListing(path: string): PageListing {
  const area = picturesByArea.find(([start]) => path === start || path.startsWith(`${start}/`))
  return {
    listed: !unlistedPaths.has(path),
    canonicalPath: canonicalPaths[path] ?? path,
    picture: area?.[1] ?? islandPicture,
  }
}
