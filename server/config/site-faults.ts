import { findPriceListFaults, type OfferTerms } from '../../domain/catalogue.ts'
import { donorRanks, type DonorRankThresholds } from '../../domain/donor-ranks.ts'

/** What `site.config.ts` decides that can be wrong. */
export interface SiteSettings {
  readonly priceList: Readonly<Record<string, OfferTerms>>
  readonly donorRanksFromEuros: DonorRankThresholds
}

/** A sentence for each fault of `site.config.ts`, naming the file. */
export function findSiteFaults({ priceList, donorRanksFromEuros }: SiteSettings): string[] {
  return [
    ...findPriceListFaults(priceList).map((fault) => `site.config.ts, priceList: ${fault}.`),
    ...findRankFaults(donorRanksFromEuros).map(
      (fault) => `site.config.ts, donorRanksFromEuros: ${fault}.`,
    ),
  ]
}

/** The buttons that were never made at PayPal. */
export function findSampleButtonIds({ priceList }: SiteSettings): string[] {
  return Object.values(priceList).flatMap(({ hostedButtonId }) =>
    hostedButtonId?.startsWith('SAMPLE') ? [hostedButtonId] : [],
  )
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
