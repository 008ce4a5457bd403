import { request } from 'node:http'
import { expect, test } from 'vitest'
import { startFixture } from './testing/product.ts'

/** Not by `fetch`, which sets `Host` and `Origin` itself. */
async function reset(origin: string, headers: Record<string, string>): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  request(`${origin}/_sandbox/reset`, { method: 'POST', headers }, (response) => {
    response.resume()
    resolve(response.statusCode ?? 0)
  })
    .on('error', reject)
    .end()
  return promise
}

test.each([
  ['another website', { origin: 'https://evil.example' }],
  ['a page without an origin', { origin: 'null' }],
  ['another port of this machine', { origin: 'http://127.0.0.1:9' }],
  ['a name that was made to lead here', { host: 'evil.example', origin: 'http://evil.example' }],
])('the controls refuse %s', async (_, headers) => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'paypal', kind: '500', times: 9 })
  expect(await reset(fixture.origin, headers)).toBe(403)
  const faults: unknown = await (await fetch(`${fixture.origin}/_sandbox/faults`)).json()
  expect(faults).toHaveLength(1)
})

test('the controls admit programs and the sandbox’s own page, by either of its names', async () => {
  const { origin } = await startFixture()
  const { host, port } = new URL(origin)
  expect(await reset(origin, {})).toBe(204)
  expect(await reset(origin, { origin: `http://${host}` })).toBe(204)
  const localhost = `localhost:${port}`
  expect(await reset(origin, { host: localhost, origin: `http://${localhost}` })).toBe(204)
})
