import type { PublicSite } from '#contract/site.ts'
import { siteConfig, teamMembers, videos } from '#site/community.ts'
import { kryptoPacks } from '#site/packs.ts'
import { priceList } from '#site/prices.ts'
import { products } from '#site/products.ts'
import { gameServer, houseRules } from '#site/server.ts'
import { createListeners } from './subscriptions.ts'

let current: PublicSite = {
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

const { notify, subscribe } = createListeners()

/** `App` subscribes to it, and renders every page again. */
export const subscribeToSite = subscribe

export function setSite(next: PublicSite): void {
  current = next
  notify()
}

/** A function for a value that follows from the site, computed once for each version of it. */
export function fromSite<Value>(derive: (of: PublicSite) => Value): () => Value {
  let last: { readonly of: PublicSite; readonly value: Value } | null = null
  return () => {
    if (last?.of !== current) last = { of: current, value: derive(current) }
    return last.value
  }
}
