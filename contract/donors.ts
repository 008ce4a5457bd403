import type { DonorRank } from '#domain/donors.ts'

/** A donor who chose to be listed, with their total, net of refunds. */
export interface Donor {
  readonly name: string
  readonly avatarUrl: string | null
  readonly rank: DonorRank
  readonly totalSpentCents: number
}

/** Answer of `GET /api/donors`, the highest total first. */
export type DonorList = readonly Donor[]
