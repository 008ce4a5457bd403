import { beforeAll, expect, it } from 'vitest'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkHeaders, checkHeadersInProduction } from '#stress/headers.ts'
import { judgeHeaders } from '#stress/headers/rules.ts'
import { builtPages } from './built-pages.ts'
import { setUp } from './setup.ts'

describeOnDatabase('the headers of every answer', (_, createTestDatabase) => {
  beforeAll(() => buildWebIfStale())

  it('are right', async () => {
    const setup = await setUp(await createTestDatabase(), builtPages)
    expect((await checkHeaders(setup)).violations).toEqual([])
  })

  it('are right in production', async () => {
    const { violations } = await checkHeadersInProduction(await createTestDatabase(), builtPages)
    expect(violations).toEqual([])
  })
})

it('an answer without any of them breaks a rule each', () => {
  const headers = new Headers({
    server: 'x',
    'content-type': 'text/html',
    'set-cookie': 'admin=1; Path=/',
  })
  const request = { method: 'GET', target: '/', isHttps: true, isProduction: true }
  expect(judgeHeaders({ status: 200, headers, text: '' }, request)).toHaveLength(9)
})
