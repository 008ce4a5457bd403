import * as z from 'zod/mini'
import { donorRanks } from '#domain/donors.ts'
import { list } from './fields.ts'

/** A donor who chose to be listed, with their total, net of refunds. */
const donor = z.object({
  name: z.string(),
  avatarUrl: z.nullable(z.string()),
  rank: z.enum(donorRanks),
  totalSpentCents: z.number(),
})
export type Donor = z.output<typeof donor>

/** Answer of `GET /api/donors`, the highest total first. */
export const donorList = list(donor)
export type DonorList = z.output<typeof donorList>
