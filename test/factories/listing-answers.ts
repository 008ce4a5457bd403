import type { TeamListing } from '#contract/team.ts'
import type { ListingFields, ListingFilter } from '#domain/team.ts'

export const listingFields: ListingFields = {
  type: 'LFG',
  gameHours: 300,
  age: 24,
  hasMicrophone: true,
  groupSize: 2,
  description: 'Raids at night',
  discordUsername: 'sokol',
  languages: ['fr', 'ru'],
  playStyles: ['raiding'],
  usualHours: { from: 20, to: 23, timeZone: 'Europe/Paris' },
}

/** Filters nothing. */
export const whole: ListingFilter = {
  search: '',
  type: null,
  hasMicrophone: null,
  language: null,
  playStyle: null,
}

/** A listing in the server's form; `number` is its id and how many minutes after noon it was made. */
export function teamListing(number: number, given: Partial<TeamListing> = {}): TeamListing {
  const createdAt = new Date(Date.UTC(2026, 2, 1, 12, number)).toISOString()
  const digits = String(number).padStart(12, '0')
  return {
    ...listingFields,
    id: `0b0c7c86-5a3e-4b6f-9d51-${digits}`,
    creatorId: `c2b0a1d4-98a7-4e0b-a1c9-${digits}`,
    createdAt,
    updatedAt: createdAt,
    expiresAt: new Date(Date.parse(createdAt) + 14 * 86_400_000).toISOString(),
    revision: 1,
    verified: { discord: false, steam: false },
    ...given,
  }
}
