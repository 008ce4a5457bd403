import { beforeAll, expect, it } from 'vitest'
import { attack, judge } from '#stress/fuzz.ts'
import { createRandom } from '#test/random.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkAccess } from './access-check.ts'
import { readAccessTable } from './access-table.ts'
import { describeApi, listEndpoints } from './api-document.ts'
import { nameOf, routeOf } from './endpoint.ts'
import { endpoints } from './endpoints.ts'
import { findMissingFields } from './examples.ts'
import { setUp, type Setup } from './setup.ts'
import { callers } from './people.ts'
import { readRoutesOfApp } from './routes-of-app.ts'

/** Each in another part of a call; `npm run stress -- fuzz` tries all values in all fields. */
const fuzzPerEndpoint = 4

describeOnDatabase('who may do what', (_, createTestDatabase) => {
  let setup: Setup
  beforeAll(async () => {
    setup = await setUp(await createTestDatabase())
  })

  it('is listed for every route of the app, and for no other', async () => {
    const described = [...new Set(endpoints.map(routeOf))].toSorted()
    expect(described).toEqual(await readRoutesOfApp(setup.shop.services))
    expect(described).toEqual((await listEndpoints()).map(([, , one]) => routeOf(one)).toSorted())
    expect([...readAccessTable().keys()]).toEqual(endpoints.map(nameOf))
  })

  it('has an example with every field of the contract', async () => {
    const missing: string[] = []
    for (const endpoint of endpoints) {
      missing.push(...findMissingFields(endpoint, await endpoint.prepare(setup)))
    }
    expect(missing).toEqual([])
  })

  it('is as in the table, for everybody', async () => {
    const { checked, falseCells } = await checkAccess(setup, readAccessTable())
    expect(falseCells).toEqual([])
    expect(checked).toBe(endpoints.length * callers.length)
    expect(setup.shop.readErrors()).toEqual([])
  })

  it('survives fuzz at every endpoint', async () => {
    const figures = await attack(setup, endpoints, createRandom(1), fuzzPerEndpoint)
    expect(figures).toMatchObject({ faults: [], differences: [], errors: [] })
    expect(figures.accepted).toBeLessThan(figures.requests)
  })
})

it('every address of the staff but those of their session names a right', async () => {
  const addresses = (await listEndpoints()).map(([, , one]) => one)
  const staff = addresses.filter(({ path }) => path.startsWith('/api/admin/'))
  const unnamed = staff.filter(({ who }) => who === 'anybody' || who === 'staff').map(routeOf)
  expect(unnamed).toEqual(['POST', 'GET', 'DELETE'].map((method) => `${method} /api/admin/session`))
})

it('docs/api.md is up to date; `npx vitest run test/endpoints/access.test.ts -u` rewrites it', async () => {
  await expect(await describeApi()).toMatchFileSnapshot('../../docs/api.md')
})

it('an answer that reveals too much, or too little, is noticed', () => {
  const headers = new Headers({ 'content-type': 'application/problem+json' })
  const refusal = { type: '', title: '', status: 404, code: 'not_found', message: 'a', error: 'a' }
  const judged = (status: number, body: unknown, own = headers): string | null =>
    judge({ status, headers: own, text: JSON.stringify(body) }, { method: 'GET', isPage: false })
  expect(judged(404, refusal)).toBeNull()
  expect([
    judged(0, ''),
    judged(500, refusal),
    judged(404, {}),
    judged(403, refusal),
    judged(404, { ...refusal, code: 'nothing_known' }),
    judged(404, { ...refusal, error: 'b' }),
    judged(404, { ...refusal, message: 'invalid input syntax for type uuid' }),
    judged(404, { ...refusal, message: 'at /x/node_modules/pg/lib/client.js' }),
    judged(404, refusal, new Headers()),
  ]).not.toContain(null)
})
