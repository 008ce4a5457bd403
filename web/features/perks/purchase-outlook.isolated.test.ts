import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import type { PerkSlots, PerkView } from '#contract/perks.ts'
import { isSteamId64, type SteamId64 } from '#domain/steam-id64.ts'
import type { TimedProduct } from '#domain/products.ts'
import { queryClient, queryKeys } from '#web/app/query-client.ts'
import type * as Subscriptions from '#web/app/subscriptions.ts'
import { ItemOutlook, PurchaseOutlook, SlotsText } from './purchase-outlook.tsx'

const now = Date.parse('2027-01-31T12:00:00Z')

// A page in a browser, not on the server.
vi.mock('#web/app/subscriptions.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof Subscriptions>()),
  useNow: () => now,
  useIsHydrated: () => true,
}))

afterEach(() => queryClient.clear())

const own = account('76561198006409530')
const other = account('76561198000000001')

function account(text: string): SteamId64 {
  if (!isSteamId64(text)) throw new Error(`no Steam ID: ${text}`)
  return text
}

const queue: TimedProduct = {
  kind: 'timed',
  slug: 'priority-queue',
  name: 'Priority Queue',
  perk: 'priority_queue',
}

function holds(...perks: readonly Partial<PerkView>[]): void {
  queryClient.setQueryData(queryKeys.session, { status: 'player', user: { name: 'anna' } })
  const perk: PerkView = {
    perk: 'priority_queue',
    steamId: own,
    params: {},
    startsAt: '2027-01-01T12:00:00.000Z',
    endsAt: '2027-02-12T12:00:00.000Z',
    renewalDay: null,
    delivery: { state: 'verified', steps: [] },
    lastColor: null,
    colorChangeAt: null,
    calendar: [],
    history: [],
  }
  queryClient.setQueryData(
    queryKeys.perks,
    perks.map((changes) => ({ ...perk, ...changes })),
  )
}

const textOf = (steamId: SteamId64 | null = null, months = [1]) =>
  renderToStaticMarkup(
    createElement(PurchaseOutlook, { product: queue, months, steamId }),
  ).replaceAll(/<[^>]*>/g, ' ')

test('without a perk it begins now, for calendar months', () => {
  expect(textOf()).toContain('Actif jusqu’au 28 février 2027')
  expect(textOf(null, [1, 1])).toContain('31 mars 2027')
  expect(textOf()).not.toContain('ajoute')
})

test('adds to the perk of the Steam ID, or to the only one that there is', () => {
  holds({})
  for (const steamId of [null, own]) {
    expect(textOf(steamId)).toContain('12 mars 2027')
    expect(textOf(steamId)).toContain('S’ajoute aux 12 jours')
  }
  expect(textOf(other)).toContain('28 février 2027')
  holds({}, { steamId: other, endsAt: '2027-02-01T12:00:00.000Z' })
  expect(textOf()).toContain('28 février 2027')
  expect(textOf(other)).toContain('S’ajoute au jour qu’il vous reste')
})

test('keeps the day of the months that it continues, until they have ended', () => {
  holds({ endsAt: '2027-02-28T12:00:00.000Z', renewalDay: 31 })
  expect(textOf()).toContain('31 mars 2027')
  expect(textOf(null, [1, 1])).toContain('30 avril 2027')
  holds({ endsAt: '2027-01-30T12:00:00.000Z', renewalDay: 30 })
  expect(textOf()).toContain('28 février 2027')
})

test('does not count another perk, a suspended one, or one that has ended', () => {
  for (const changes of [
    { perk: 'name_tag_color' },
    { delivery: { state: 'suspended', steps: [] } },
    { endsAt: '2027-01-30T12:00:00.000Z' },
  ] as const) {
    holds({
      ...changes,
      ...('delivery' in changes && { delivery: { state: 'suspended', steps: [] } }),
    })
    expect(textOf(own)).toContain('28 février 2027')
    expect(textOf(own)).not.toContain('ajoute')
  }
})

test('warns where a purchase would add nothing', () => {
  holds({ endsAt: null })
  expect(textOf()).toContain('sans limite')
  expect(textOf()).not.toContain('Actif')
})

test('items of one cart run one after the other, those of each player by themselves', () => {
  const item = { name: queue.name, type: queue.name, price: 10, duration: 1 } as const
  const items = [
    { id: 'a', ...item },
    { id: 'b', ...item },
    { id: 'c', ...item, steamId: other },
    { id: 'd', name: 'Reset your stats', type: 'Extras', price: 10 },
  ]
  const texts = items.map((one) =>
    renderToStaticMarkup(createElement(ItemOutlook, { item: one, items })).replaceAll(
      /<[^>]*>/g,
      '',
    ),
  )
  expect(texts.map((text) => /\d+ \S+ 2027/.exec(text)?.[0])).toEqual([
    '28 février 2027',
    '31 mars 2027',
    '28 février 2027',
    undefined,
  ])
})

test('says how many places are left where there is a limit, and when the next one is free', () => {
  const slotsText = (slots: Partial<PerkSlots> | null, product = { ...queue, slots: 20 }) => {
    const all = { product: queue.slug, slots: 20, left: 12, nextFreeAt: null, ...slots }
    queryClient.setQueryData(['perk-slots'], slots && [all])
    return renderToStaticMarkup(createElement(SlotsText, { product }))
  }
  expect(slotsText({})).toContain('12 places libres sur 20')
  expect(slotsText({ left: 0, nextFreeAt: '2027-03-03T12:00:00.000Z' })).toContain('3 mars 2027')
  expect(slotsText({ left: 0 })).toContain('Aucune place libre sur 20')
  expect(renderToStaticMarkup(createElement(SlotsText, { product: queue }))).toBe('')
  // Its holders can renew it.
  holds({})
  expect(slotsText({ left: 0 })).toBe('')
})
