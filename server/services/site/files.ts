import type { SiteSections } from '#contract/site-sections.ts'
import { discordChannels, siteConfig, teamMembers, videos } from '#site/community.ts'
import { legalParticulars } from '#site/legal.ts'
import { monetisation } from '#site/monetisation.ts'
import { kryptoPacks } from '#site/packs.ts'
import { priceList } from '#site/prices.ts'
import { discordRoles, products } from '#site/products.ts'
import { gameServer, houseRules } from '#site/server.ts'

const { donorRanksFromEuros: ranks, ...community } = siteConfig

/** What `site/` says: it holds until the owner saves something else. */
export const siteFiles: SiteSections = {
  community: { ...community, videos },
  server: { ...gameServer, ...houseRules },
  ranks,
  people: teamMembers,
  legal: legalParticulars,
  notices: [],
  goal: null,
  discord: discordChannels,
  prices: priceList,
  packs: kryptoPacks,
  products: { products, discordRoles },
  monetisation,
}
