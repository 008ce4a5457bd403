import { expect, it } from 'vitest'
import { describeOnDatabase } from '../database.ts'
import { attack } from '../../stress/fuzz/attack.ts'
import { judge } from '../../stress/fuzz/judge.ts'
import { createRandom } from '../../stress/random.ts'
import { endpoints } from './endpoints.ts'
import { openGround } from './ground.ts'

// On Postgres, because it refuses texts that the other one takes; the torture does both.
describeOnDatabase('naughty inputs', (_, createTestDatabase) => {
  it('break nothing, at no endpoint', async () => {
    const ground = await openGround(await createTestDatabase())
    const figures = await attack(ground, endpoints, createRandom(1), 24)
    expect(figures).toMatchObject({ faults: [], differences: [], errors: [] })
    expect(figures.accepted).toBeLessThan(figures.requests)
  })
})

it('an answer that tells too much, or too little, is noticed', () => {
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
