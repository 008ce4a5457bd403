import { expect, it } from 'vitest'
import { siteConfig } from '../../site.config.ts'
import { productionSettings as production } from '../../test/factories/settings.ts'
import { ConfigError, readConfig } from '../config.ts'
import type { SiteSettings } from './site-faults.ts'

const { priceList: prices, donorRanksFromEuros: ranks } = siteConfig

function faultsOf(changes: Partial<SiteSettings>, environment = {}): string[] {
  try {
    readConfig(environment, { ...siteConfig, ...changes })
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
    'site.config.ts, priceList: priority-queue/1 has no price above 0 in euros and cents.',
    'site.config.ts, priceList: reset-all is nothing that is sold.',
    'site.config.ts, priceList: the button SAMPLEPQ05 stands for two offers.',
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
    expect.stringMatching(/^PAYPAL_DRIVER=hosted .* site\.config\.ts .* SAMPLEPQ01 and 31 more/),
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
