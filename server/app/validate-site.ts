import { z } from 'zod'
import { siteSections, type SiteSections } from '#contract/site-sections.ts'
import { sentencesOf } from '#server/services/site/site.ts'

/** A sentence for each fault in the files of `site/`. */
export function validateSite(site: SiteSections): string[] {
  const { error } = z.safeParse(siteSections, site)
  return error ? sentencesOf(error, { byName: new Map() }) : []
}

/** A sentence for each kind of sample in place of the owner's own, which the providers do not know. */
export function findSamples(site: SiteSections, payPalDriver: 'orders' | 'hosted'): string[] {
  const { prices, community, legal } = site
  const { discordInviteUrl, videos } = community
  const buttons =
    payPalDriver === 'hosted' ? Object.values(prices).map((terms) => terms.hostedButtonId) : []
  const names = Object.entries(legal).flatMap(([name, value]) =>
    value?.includes('SAMPLE') ? [name] : [],
  )
  return [
    ...samplesOf(buttons).map(
      (samples) =>
        `PAYPAL_DRIVER=hosted needs your own buttons: site/prices.ts still has the sample ${samples}. An item without a button has null.`,
    ),
    discordInviteUrl.includes('SAMPLE') &&
      `site/community.ts, discordInviteUrl: still has the sample ${discordInviteUrl}. Put an invite to your own Discord server there.`,
    // Buyers must learn from whom they buy.
    names.length > 0 &&
      `site/legal.ts, legalParticulars: still has samples in ${names.join(', ')}. Put your own there, or null where its type allows it: the legal notice and the terms of sale name them.`,
    ...Object.entries(videos).map(
      ([name, id]) =>
        id?.startsWith('SAMPLE') === true &&
        `site/community.ts, videos: ${name} is still the sample ${id}. Put the id of your own video there, or null for none.`,
    ),
  ].filter((sentence) => sentence !== false)
}

/** The first sample and how many more there are, as the one entry of a list; empty without any. */
function samplesOf(ids: readonly (string | null)[]): string[] {
  const [first, ...others] = ids.flatMap((id) => (id?.startsWith('SAMPLE') ? [id] : []))
  if (first === undefined) return []
  return [others.length === 0 ? first : `${first} and ${others.length} more`]
}
