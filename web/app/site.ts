import type { PublicSite } from '#contract/site.ts'
import { siteConfig, teamMembers, videos } from '#site/community.ts'
import { kryptoPacks } from '#site/packs.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { gameServer, houseRules } from '#site/server.ts'

const current: PublicSite = {
  version: '',
  community: {
    brand: siteConfig.brand,
    discordInviteUrl: siteConfig.discordInviteUrl,
    map: siteConfig.map,
    videos,
  },
  server: { ...gameServer, ...houseRules },
  ranks: siteConfig.donorRanksFromEuros,
  people: teamMembers,
  products,
  prices: priceList,
  packs: kryptoPacks,
}

/** What the community shows now. Read it when rendering, never while a module loads: it changes. */
export function site(): PublicSite {
  return current
}
