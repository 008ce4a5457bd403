import { findPriceListFaults, type OfferTerms } from '../../domain/catalogue.ts'
import { donorRanks, type DonorRankThresholds } from '../../domain/donor-ranks.ts'
import { findPackFaults, type PackTerms, type PriceIds } from '../../domain/packs.ts'

/** What `site.config.ts` and `site.prices.ts` decide that can be wrong. */
export interface SiteSettings {
  readonly priceList: Readonly<Record<string, OfferTerms>>
  readonly donorRanksFromEuros: DonorRankThresholds
  readonly kryptoPacks: readonly PackTerms[]
  readonly kryptoPriceIds: PriceIds
}

/** A sentence for each fault of them, naming the file. */
export function findSiteFaults(site: SiteSettings): string[] {
  const { priceList, donorRanksFromEuros, kryptoPacks, kryptoPriceIds } = site
  return [
    ...findPriceListFaults(priceList).map((fault) => `site.prices.ts, priceList: ${fault}.`),
    ...findRankFaults(donorRanksFromEuros).map(
      (fault) => `site.config.ts, donorRanksFromEuros: ${fault}.`,
    ),
    ...findPackFaults(kryptoPacks, kryptoPriceIds).map(
      (fault) => `site.prices.ts, kryptoPacks: ${fault}.`,
    ),
  ]
}

/** The buttons that were never made at PayPal. */
export function findSampleButtonIds({ priceList }: SiteSettings): string[] {
  return Object.values(priceList).flatMap(({ hostedButtonId }) =>
    hostedButtonId?.startsWith('SAMPLE') ? [hostedButtonId] : [],
  )
}

/** The prices that were never made at Stripe. */
export function findSamplePriceIds({ kryptoPriceIds }: SiteSettings): string[] {
  return Object.values(kryptoPriceIds).filter((priceId) => priceId.startsWith('price_SAMPLE'))
}

function findRankFaults(fromEuros: DonorRankThresholds): string[] {
  return donorRanks.flatMap((rank, index) => {
    const above = donorRanks[index - 1]
    if (!Number.isInteger(fromEuros[rank]) || fromEuros[rank] <= 0) {
      return [`${rank} must be whole euros above 0`]
    }
    if (above !== undefined && fromEuros[above] <= fromEuros[rank]) {
      return [`${above} must begin above ${rank}`]
    }
    return []
  })
}
