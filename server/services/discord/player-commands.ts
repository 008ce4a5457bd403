import type { PerkView } from '#contract/perks.ts'
import { createCatalogue } from '#domain/catalogue.ts'
import { discordTime, escapeMarkdown } from '#domain/discord-text.ts'
import { packKey } from '#domain/offers.ts'
import { isSold, perkOf } from '#domain/products.ts'
import { raidWindowAt } from '#domain/raid-window.ts'
import type { MessageParts } from '#server/providers/discord/message.ts'
import type { Services } from '#server/services/context.ts'
import { listTransactions } from '#server/services/kryptonite/wallet.ts'
import { fill } from '#server/services/messages/message-texts.ts'
import { readSales } from '#server/services/offers/sales.ts'
import { listHoldings } from '#server/services/perks/holdings.ts'
import { readStatus } from '#server/services/server-status/server-status.ts'
import { explainLinking, findLinked, type Asker } from './asker.ts'

const mostLines = 8

/** The game server: who plays, when one may raid, when it restarts. */
export async function showServer(services: Services, { texts }: Asker): Promise<MessageParts> {
  const { clock, site, config } = services
  const { name, status, players, maxPlayers, nextRestartAt, address } = await readStatus(services)
  const { isOpen, opensAt, closesAt } = raidWindowAt(
    site.current().server.raidHours,
    clock().getTime(),
  )
  const state = {
    online: fill(texts.online, { players, max: maxPlayers }),
    offline: texts.offline,
    unknown: texts.status_unknown,
  }
  return {
    title: name,
    text: [
      state[status],
      isOpen
        ? fill(texts.raid_open, { time: discordTime(closesAt, 'f') })
        : fill(texts.raid_closed, { time: discordTime(opensAt, 'f') }),
      ...(nextRestartAt ? [fill(texts.restart, { time: discordTime(nextRestartAt, 'R') })] : []),
      ...(address === null ? [] : [fill(texts.address, { address: `\`${address}\`` })]),
    ].join('\n'),
    buttons: [{ label: texts.join, url: `${config.publicOrigin}/servers` }],
  }
}

/** What they hold, as the page of perks shows it. */
export async function showPerks(services: Services, asker: Asker): Promise<MessageParts> {
  const { texts } = asker
  const linked = await findLinked(services, asker)
  const buyer = linked && { hash: '', userId: linked.userId }
  const held = buyer ? await listHoldings(services, buyer) : []
  if (held.length === 0 && !linked?.steamIds.length) return explainLinking(services, asker)
  const lines = held.map(({ view }) => describePerk(services, asker, view))
  return {
    title: texts.perks,
    text: lines.length > 0 ? lines.join('\n') : texts.perks_none,
    buttons: [{ label: texts.site, url: `${services.config.publicOrigin}/perks` }],
  }
}

/** A perk in a line: its name, its end and how far its delivery is. */
export function describePerk(
  { site }: Pick<Services, 'site'>,
  { texts }: Asker,
  { perk, endsAt, delivery }: PerkView,
): string {
  const product = site.current().products.find((one) => perkOf(one) === perk)
  const end =
    endsAt === null ? texts.permanent : fill(texts.until, { time: discordTime(endsAt, 'f') })
  return `**${escapeMarkdown(product?.name ?? perk)}**: ${end} · ${deliveryText(texts, delivery.state)}`
}

function deliveryText(texts: Asker['texts'], state: PerkView['delivery']['state']): string {
  const words = {
    queued: texts.on_its_way,
    sending: texts.on_its_way,
    applied: texts.on_its_way,
    retrying: texts.on_its_way,
    verified: texts.delivered,
    waiting_first_join: texts.waiting_first_join,
    waiting_restart: texts.waiting_restart,
    needs_owner: texts.with_staff,
    suspended: texts.suspended,
    moved: texts.moved,
  }
  return words[state]
}

/** The balance of each linked Steam ID, with its last movements. */
export async function showKr(services: Services, asker: Asker): Promise<MessageParts> {
  const { texts, language } = asker
  const linked = await findLinked(services, asker)
  if (!linked || linked.steamIds.length === 0) return explainLinking(services, asker)
  const { userId } = linked
  const number = new Intl.NumberFormat(language)
  const parts = linked.steamIds.map(async (steamId) => {
    const reader = { hash: null, userId }
    const { balance, transactions } = await listTransactions(services, steamId, reader, null)
    const lines = transactions.slice(0, mostLines).map(({ createdAt, amount, type }) => {
      const sum = `${amount > 0 ? '+' : ''}${number.format(amount)}`
      return `${discordTime(createdAt, 'd')} **${sum}** ${texts[`kr_${type}`]}`
    })
    const title = `**${fill(texts.kr, { amount: number.format(balance) })}** · Steam ID ${steamId}`
    return [title, ...(lines.length > 0 ? lines : [texts.kr_none])].join('\n')
  })
  return {
    text: (await Promise.all(parts)).join('\n\n'),
    buttons: [{ label: texts.site, url: `${services.config.publicOrigin}/wallet` }],
  }
}

/** What is for sale, with the sales that run. */
export async function showShop(
  services: Services,
  { texts, language }: Asker,
): Promise<MessageParts> {
  const site = services.site.current()
  const { sales } = await readSales(services, services.database.db, site)
  const { offersOf } = createCatalogue(site.products, site.prices, sales)
  const priceIn = (currency: 'EUR' | 'USD') => (priceCents: number) =>
    new Intl.NumberFormat(language, {
      style: 'currency',
      currency,
      currencyDisplay: 'narrowSymbol',
      // The pages write whole euros without cents, and dollars always with them.
      trailingZeroDisplay: currency === 'EUR' ? 'stripIfInteger' : 'auto',
    }).format(priceCents / 100)
  const describe = (name: string, offers: readonly Priced[], price: (cents: number) => string) => {
    const [cheapest] = offers.toSorted((one, other) => one.priceCents - other.priceCents)
    if (!cheapest) return []
    const from = fill(texts.from_price, { price: price(cheapest.priceCents) })
    const sale = (cheapest.sale ? cheapest : offers.find((one) => one.sale !== null))?.sale
    const words = [
      ...(cheapest.sale ? [] : [from]),
      ...(sale ? [describeSale(texts, sale, price)] : []),
    ]
    return [`**${escapeMarkdown(name)}** ${words.join(' · ')}`]
  }
  const packs = site.packs.map(({ priceId, listPriceCents }) => {
    const sale = sales[packKey(priceId)] ?? null
    return { priceCents: sale?.priceCents ?? listPriceCents, sale }
  })
  const { publicOrigin } = services.config
  return {
    title: texts.shop,
    text: [
      ...site.products
        .filter(isSold)
        .flatMap(({ name, slug }) => describe(name, offersOf(slug), priceIn('EUR'))),
      ...describe(texts.packs, packs, priceIn('USD')),
    ].join('\n'),
    buttons: [
      { label: texts.to_shop, url: `${publicOrigin}/donation` },
      { label: texts.packs, url: `${publicOrigin}/krypto-points` },
    ],
  }
}

interface Priced {
  readonly priceCents: number
  readonly sale: {
    readonly priceCents: number
    readonly struckCents: number | null
    readonly endsAt: string | null
  } | null
}

function describeSale(
  texts: Asker['texts'],
  { priceCents, struckCents, endsAt }: NonNullable<Priced['sale']>,
  price: (cents: number) => string,
): string {
  const words =
    struckCents === null
      ? fill(texts.sale_plain, { price: price(priceCents) })
      : fill(texts.sale, { price: price(priceCents), before: price(struckCents) })
  if (endsAt === null) return words
  return `${words} ${fill(texts.sale_until, { time: discordTime(endsAt, 'f') })}`
}
