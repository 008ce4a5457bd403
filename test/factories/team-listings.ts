import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { InsertObject } from 'kysely'
import { z } from 'zod'
import { columnsOf } from '#server/services/team/listing-records.ts'
import type { Database } from '#server/db/database.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ListingFields } from '#domain/team.ts'
import type { TestShop } from '#test/shop.ts'
import type { Answer, Visitor } from '#test/visitor.ts'

const path = '/api/team-listings'
const dayMilliseconds = 24 * 60 * 60 * 1000

export const listingFields: ListingFields = {
  type: 'LFT',
  gameHours: 250,
  age: 24,
  hasMicrophone: false,
  groupSize: 2,
  description: 'Calm duo seeks two for raids.\nNewcomers are welcome.',
  discordUsername: 'sokol',
  languages: ['ru', 'en'],
  playStyles: ['raiding'],
  usualHours: { from: 20, to: 23, timeZone: 'Europe/Moscow' },
}

/** A player's browser with its own secret and, behind a trusted proxy, its own network. */
export interface ListingBrowser {
  readonly visitor: Visitor
  readonly secret: string
  readonly headers: Readonly<Record<string, string>>
  post(changes?: Readonly<Record<string, unknown>>): Promise<Answer>
  patch(id: string, changes: Readonly<Record<string, unknown>>): Promise<Answer>
  renew(id: string): Promise<Answer>
  delete(id: string, query?: string): Promise<Answer>
}

/** Needs a shop with `TRUSTED_PROXIES=127.0.0.1`; otherwise all browsers share one limit. */
export function openListingBrowser(shop: Pick<TestShop, 'visitor'>): ListingBrowser {
  const visitor = shop.visitor()
  const secret = randomBytes(32).toString('base64url')
  const network = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`
  const headers = { authorization: `Bearer ${secret}`, 'x-forwarded-for': network }
  return {
    visitor,
    secret,
    headers,
    post: (changes = {}) => visitor.post(path, { ...listingFields, ...changes }, headers),
    patch: (id, changes) => visitor.patch(`${path}/${id}`, changes, headers),
    renew: (id) => visitor.post(`${path}/${id}/renewal`, {}, headers),
    delete: (id, query = '') => visitor.delete(`${path}/${id}${query}`, headers),
  }
}

const listedItems = z.array(z.looseObject({ id: z.string() }))

/** A page of the public list. `next` is the address of the following page. */
export async function readListingPage({ origin }: Pick<TestShop, 'origin'>, query = '') {
  const response = await fetch(new URL(query.startsWith('/') ? query : `${path}${query}`, origin))
  const [, next = null] = /^<(.*)>; rel="next"$/.exec(response.headers.get('link') ?? '') ?? []
  return {
    response,
    listings: listedItems.parse(await response.json()),
    total: Number(response.headers.get('x-total-count')),
    next,
  }
}

/** Inserts a listing without the rules, in any age and state. Returns its id. */
export async function insertListing(
  { db }: Pick<Database, 'db'>,
  changes: Partial<InsertObject<Schema, 'team_listings'>> = {},
  fields: Partial<ListingFields> = {},
): Promise<string> {
  const createdAt = new Date()
  const { id } = await db
    .insertInto('team_listings')
    .values({
      ...columnsOf({ ...listingFields, ...fields }),
      id: randomUUID(),
      creator_id: randomUUID(),
      secret_hash: createHash('sha256').update(randomUUID()).digest('hex'),
      created_at: createdAt,
      edited_at: createdAt,
      expires_at: new Date(createdAt.getTime() + 14 * dayMilliseconds),
      ...changes,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
