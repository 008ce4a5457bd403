import { createHash, randomUUID } from 'node:crypto'
import { z } from 'zod'
import * as contract from '#contract/team.ts'
import { reportReasons } from '#domain/team.ts'
import { everybody } from '#server/services/rate-limit.ts'
import { moderateTeamListing } from '#server/services/team/admin-moderation.ts'
import { makeListing } from '#server/services/team/change-listings.ts'
import { reportListing } from '#server/services/team/report-listing.ts'
import { buyerOf, event, staff, staffText, who, written } from './event.ts'

const listing = event(
  // As the page sends it, in its author's language.
  z.object({ who, as: z.string().optional(), listing: z.record(z.string(), z.unknown()) }),
  async ({ services, made }, { who: person, as, listing: fields }) => {
    // Nobody has the secret.
    const secretHash = createHash('sha256').update(randomUUID()).digest('hex')
    const maker = { secretHash, userId: buyerOf(person).userId }
    const request = contract.makeListing.body.parse({ ...fields, discordUsername: person.name })
    const {
      listing: { id },
    } = await makeListing(services, maker, request)
    if (as !== undefined) made.set(as, { id })
  },
)

const report = event(
  z.object({ of: z.string(), reason: z.enum(reportReasons), note: staffText.optional() }),
  async ({ services, made }, { of, reason, note: text }) => {
    const { id: listingId } = made.get(of) ?? {}
    if (listingId === undefined) return
    const note = text ? written(services, text) : ''
    await reportListing(services, { listingId, reason, note, networks: everybody })
  },
)

const removeListing = event(
  z.object({ of: z.string(), reason: staffText }),
  async ({ services, made }, { of, reason }) => {
    const { id } = made.get(of) ?? {}
    if (id === undefined) return
    const request = { removed: true, reason: written(services, reason) } as const
    await moderateTeamListing(services, staff, id, request)
  },
)

export const listings = { listing, report, 'remove listing': removeListing }
