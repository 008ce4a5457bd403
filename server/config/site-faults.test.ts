import { expect, it } from 'vitest'
import { siteConfig } from '../../site.config.ts'
import { kryptoPacks, kryptoPriceIds, priceList as prices } from '../../site.prices.ts'
import { productionSettings as production, productionSite } from '../../test/factories/settings.ts'
import { ConfigError, readConfig } from '../config.ts'
import type { SiteSettings } from './site-faults.ts'

const { donorRanksFromEuros: ranks } = siteConfig

function faultsOf(changes: Partial<SiteSettings>, environment = {}): string[] {
  try {
    readConfig(environment, { ...productionSite, ...changes })
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.message.split('\n')
    throw error
  }
}

it('names each fault of the price list in a sentence of its own', () => {
  const priceList = {
    ...prices,
    'priority-queue/1': { priceEuros: 0, hostedButtonId: 'SAMPLEPQ01' },
    'priority-queue/3': { priceEuros: 25, hostedButtonId: 'SAMPLEPQ05' },
    'reset-all': { priceEuros: 10, hostedButtonId: null },
  }
  expect(faultsOf({ priceList })).toEqual([
    'site.prices.ts, priceList: priority-queue/1 has no price above 0 in euros and cents.',
    'site.prices.ts, priceList: reset-all is nothing that is sold.',
    'site.prices.ts, priceList: the button SAMPLEPQ05 stands for two offers.',
  ])
})

it.each([
  [{ ...ranks, S: ranks.A }, 'S must begin above A'],
  [{ ...ranks, C: ranks.B + 1 }, 'B must begin above C'],
  [{ ...ranks, E: 0 }, 'E must be whole euros above 0'],
  [{ ...ranks, E: -5 }, 'E must be whole euros above 0'],
  [{ ...ranks, D: 30.5 }, 'D must be whole euros above 0'],
  [{ ...ranks, S: Number.NaN }, 'S must be whole euros above 0'],
])('takes no ranks that do not go down to 1: %o', (donorRanksFromEuros, reason) => {
  expect(faultsOf({ donorRanksFromEuros })).toEqual([
    `site.config.ts, donorRanksFromEuros: ${reason}.`,
  ])
})

it('wants buttons of the owner for hosted buttons in production, and for nothing else', () => {
  const hosted = { ...production, PAYPAL_DRIVER: 'hosted' }
  expect(faultsOf({}, hosted)).toEqual([
    expect.stringMatching(/^PAYPAL_DRIVER=hosted .* site\.prices\.ts .* SAMPLEPQ01 and 31 more/),
  ])
  expect(faultsOf({}, production)).toEqual([])
  expect(faultsOf({}, { PAYPAL_DRIVER: 'hosted' })).toEqual([])
})

it('takes buttons of the owner, and items that have none yet', () => {
  const own = Object.entries(prices).map(([key, { priceEuros }], index) => [
    key,
    { priceEuros, hostedButtonId: index === 0 ? null : `OWNBUTTON${index}` },
  ])
  const hosted = { ...production, PAYPAL_DRIVER: 'hosted' }
  expect(faultsOf({ priceList: Object.fromEntries(own) }, hosted)).toEqual([])
})

it('wants prices of the owner for the packs in production, and only there', () => {
  expect(faultsOf({ kryptoPriceIds }, production)).toEqual([
    expect.stringMatching(/^site\.prices\.ts, kryptoPriceIds: .* price_SAMPLE00100 and 5 more/),
  ])
  expect(faultsOf({ kryptoPriceIds })).toEqual([])
  const one = { ...productionSite.kryptoPriceIds, 500: kryptoPriceIds[500] }
  expect(faultsOf({ kryptoPriceIds: one }, production)).toEqual([
    expect.stringMatching(/ the sample price_SAMPLE00500\. /),
  ])
})

it('sells no two packs at one price', () => {
  const shared = { ...kryptoPriceIds, 10_000: kryptoPriceIds[5000] }
  expect(faultsOf({ kryptoPriceIds: shared })).toEqual([
    'site.prices.ts, kryptoPacks: the price id price_SAMPLE05000 stands for two packs.',
  ])
})

it('names each fault of the packs in a sentence of its own', () => {
  const packs = [...kryptoPacks, { amount: 100, bonus: 0.5, priceDollars: 0 }]
  expect(faultsOf({ kryptoPacks: packs })).toEqual([
    'site.prices.ts, kryptoPacks: the pack of 100 has no whole bonus.',
    'site.prices.ts, kryptoPacks: the pack of 100 has no price above 0.',
    'site.prices.ts, kryptoPacks: two packs have 100 Kr.',
  ])
})
