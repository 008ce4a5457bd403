import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOnPostgres } from '#test/database.ts'
import { insertListing, listingFields } from '#test/factories/team-listings.ts'
import type { Database } from '#server/db/database.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { changeListing, deleteListing, makeListing, renewListing } from './change-listings.ts'
import { hashMakerSecret } from './listing-maker.ts'

const atOnce = <Result>(count: number, work: (index: number) => Promise<Result>) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      work(index).catch((error: unknown) => {
        if (error instanceof ServiceError) return error.code
        throw error
      }),
    ),
  )
const countOf = (outcomes: readonly unknown[], wanted: unknown) =>
  outcomes.filter((outcome) => outcome === wanted).length

describeOnPostgres('makers of listings at once', (openTestDatabase) => {
  let database: Database
  beforeAll(async () => {
    database = await openTestDatabase()
  })

  const services = () => ({ database, clock: () => new Date() })
  const newMaker = () => ({ secretHash: hashMakerSecret(randomUUID()), userId: null })
  const make = (maker: Parameters<typeof makeListing>[1], id: string = randomUUID()) =>
    makeListing(services(), maker, { ...listingFields, languages: [], playStyles: [], id }).then(
      ({ isNew }) => (isNew ? 'made' : 'known'),
    )
  const readRow = (id: string) =>
    database.db
      .selectFrom('team_listings')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const readChanges = async (id: string) => {
    const events = await database.db.selectFrom('events').select('data').execute()
    return events.filter(({ data }) => JSON.stringify(data).includes(id)).map(({ data }) => data)
  }

  it('make one listing from a request that comes ten times', async () => {
    const [maker, id] = [newMaker(), randomUUID()]
    const outcomes = await atOnce(10, () => make(maker, id))
    expect([countOf(outcomes, 'made'), countOf(outcomes, 'known')]).toEqual([1, 9])
    expect(await readChanges(id)).toMatchObject([{ change: 'made' }])
  })

  it('use an id for one of ten makers', async () => {
    const id = randomUUID()
    const outcomes = await atOnce(10, () => make(newMaker(), id))
    expect([countOf(outcomes, 'made'), countOf(outcomes, 'listing_exists')]).toEqual([1, 9])
  })

  it('have at most five live listings of a secret', async () => {
    const maker = newMaker()
    const outcomes = await atOnce(12, () => make(maker))
    expect([countOf(outcomes, 'made'), countOf(outcomes, 'too_many_listings')]).toEqual([5, 7])
  })

  it('have at most five live listings of an account, on all devices, including renewed ones', async () => {
    const userId = randomUUID()
    const user = {
      id: userId,
      name: 'x',
      email: `${userId}@discord.invalid`,
      email_verified: false,
    }
    await database.db.insertInto('users').values(user).execute()
    const ended = await Promise.all(
      Array.from({ length: 6 }, () =>
        insertListing(database, {
          user_id: userId,
          created_at: new Date(0),
          expires_at: new Date(1),
        }),
      ),
    )
    const outcomes = await atOnce(12, (index) =>
      index % 2 === 0
        ? make({ ...newMaker(), userId })
        : renewListing(services(), { secretHash: null, userId }, ended[(index - 1) / 2] ?? '').then(
            () => 'made',
          ),
    )
    expect([countOf(outcomes, 'made'), countOf(outcomes, 'too_many_listings')]).toEqual([5, 7])
  })

  it('change a listing one after the other, and lose no revision', async () => {
    const [maker, id] = [newMaker(), randomUUID()]
    await make(maker, id)
    const answers = await atOnce(10, async (index) => {
      const { listing } = await changeListing(services(), maker, id, { age: 30 + index })
      return listing.revision
    })
    expect(answers.toSorted((one, other) => Number(one) - Number(other))).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    const { age } = await readRow(id)
    expect(answers[age - 30]).toBe(11)
    expect(await readChanges(id)).toMatchObject([
      { change: 'changed', listing: { age, revision: 11 } },
    ])
  })

  it('never restore a listing that one of them deletes', async () => {
    const maker = newMaker()
    for (let round = 0; round < 10; round++) {
      const id = randomUUID()
      await make(maker, id)
      const outcomes = await atOnce(6, async (index) => {
        if (index === 3) return deleteListing(services(), maker, id, {})
        if (index === 4) return renewListing(services(), maker, id)
        return changeListing(services(), maker, id, { age: 30 + index })
      })
      expect(outcomes[3]).toBeUndefined()
      expect(await readRow(id)).toMatchObject({ deleted_at: expect.any(Date), description: '' })
      expect(await readChanges(id)).toEqual([{ change: 'gone', id }])
    }
  })
})
