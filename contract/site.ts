import type { PriceList } from '#domain/catalogue.ts'
import type { DonorRankThresholds } from '#domain/donors.ts'
import type { PackTerms } from '#domain/packs.ts'
import type { Product } from '#domain/products.ts'
import type { RaidHours } from '#domain/raid-window.ts'
import type { DailyRestarts } from '#domain/server-status.ts'

/** What every page may show of the community, as its owner has it now. Nothing in it is secret. */
export interface PublicSite {
  /** Changes with any of it. */
  readonly version: string
  readonly community: PublicCommunity
  readonly server: PublicServer
  /** The lowest total in euros for each donor rank. */
  readonly ranks: DonorRankThresholds
  readonly people: readonly TeamMember[]
  /** In the order of the pages, the hidden ones too: carts and orders name them. */
  readonly products: readonly Product[]
  readonly prices: PriceList
  readonly packs: readonly PackTerms[]
}

export interface PublicCommunity {
  readonly brand: string
  readonly discordInviteUrl: string
  /** The map that the server plays on. */
  readonly map: string
  /** YouTube ids of the videos in the guides; null shows no video. */
  readonly videos: Readonly<Record<string, string | null>>
}

export interface PublicServer {
  readonly name: string
  readonly address: string | null
  readonly restarts: DailyRestarts
  readonly modCollectionUrl: string | null
  readonly readsPriorityAtRestart: boolean
  readonly raidHours: RaidHours
  readonly largestGroup: number
  readonly minutesWithoutBuilding: number
}

export interface TeamMember {
  readonly name: string
  readonly role: 'founder' | 'administrator' | 'moderator' | 'builder'
  /** The languages they speak, as codes such as `fr`. */
  readonly languages: readonly string[]
}
