import * as z from 'zod/mini'
import { donorRanks } from '#domain/donors.ts'
import { get } from './endpoint.ts'
import { list } from './fields.ts'
import { donorsAddress } from './page-renderer.ts'

/** A donor who chose to be listed, with their total, net of refunds. */
const donor = z.object({
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: z.enum(donorRanks),
  totalSpentCents: z.number(),
})
export type Donor = z.output<typeof donor>

/** The highest total first. */
export const rankDonors = get(donorsAddress, { who: 'anybody', answer: list(donor) })
