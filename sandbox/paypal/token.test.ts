import { expect, test } from 'vitest'
import { startFixture } from '#sandbox/testing/product.ts'
import { basicAuthorization } from '#sandbox/testing/paypal-client.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('paypal-orders.json')
const kind = { path: '/v1/oauth2/token', method: 'post', status: '200' } as const

async function ask(authorization: string, grantType: string): Promise<Response> {
  const fixture = await startFixture()
  return fetch(`${fixture.origin}/v1/oauth2/token`, {
    method: 'POST',
    headers: { authorization },
    body: new URLSearchParams({ grant_type: grantType }),
  })
}

test('client credentials give a bearer token', async () => {
  const response = await ask(basicAuthorization, 'client_credentials')
  const body: unknown = await response.json()
  expect(response.status).toBe(200)
  expect(contract.faults(kind, body)).toEqual([])
  expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 32_400 })
})

test('a wrong secret is a 401', async () => {
  const response = await ask(`Basic ${btoa('sandbox-paypal-client:wrong')}`, 'client_credentials')
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({
    error: 'invalid_client',
    error_description: 'Client Authentication failed',
  })
})

test('another grant type is a 400', async () => {
  const response = await ask(basicAuthorization, 'password')
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ error: 'unsupported_grant_type' })
})
