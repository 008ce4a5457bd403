/** Highest first. */
export const donorRanks = ['S', 'A', 'B', 'C', 'D', 'E'] as const
export type DonorRank = (typeof donorRanks)[number]

/** The total, in whole euros, from which a donor has each rank. */
export type DonorRankThresholds = Readonly<Record<DonorRank, number>>

/** The rank of a donor; null for a total below the lowest rank. */
export function donorRank(totalCents: number, fromEuros: DonorRankThresholds): DonorRank | null {
  return donorRanks.find((rank) => totalCents >= fromEuros[rank] * 100) ?? null
}
