import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { networkInterfaces } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findFreePort } from '#test/free-port.ts'
import { startSandbox } from './server.ts'
import { startFixture } from './testing/product.ts'
import { connectPayPal } from './testing/paypal-client.ts'

const mainFile = fileURLToPath(new URL('main.ts', import.meta.url))
const withoutMode = { ...process.env, NODE_ENV: undefined }
const nastyName = '<img src=x onerror=alert(1)>'

test('the front page shows orders, escapes what it shows and allows nothing inline', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const captureId = await paypal.buy({ description: nastyName })
  const response = await fetch(fixture.origin)
  const page = await response.text()
  expect(page).toContain(captureId)
  expect(page).toContain('&lt;img src=x')
  expect(page).not.toContain(nastyName)
  expect(page).not.toMatch(/<[^>]+ (?:style|on[a-z]+)=|<script>/)
  const policy = response.headers.get('content-security-policy')
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
})

test('the files of a page exist', async () => {
  const { origin } = await startFixture()
  const page = await (await fetch(origin)).text()
  const addresses = [...page.matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1])
  expect(addresses).toContain('/_sandbox/assets/sandbox.css')
  for (const address of addresses) expect((await fetch(`${origin}${address}`)).status).toBe(200)
})

test('the log can be filtered by provider, and refuses unknown ones', async () => {
  const fixture = await startFixture()
  await connectPayPal(fixture)
  await fetch(`${fixture.origin}/api/v10/users/@me`)
  const entries = async (query: string) =>
    (await fetch(`${fixture.origin}/_sandbox/log${query}`)).json()
  expect(await entries('')).toHaveLength(2)
  expect(await entries('?provider=discord')).toMatchObject([
    { provider: 'discord', kind: 'request', path: '/api/v10/users/@me', status: 401 },
  ])
  expect(await entries('?provider=acme')).toHaveProperty('errors')
})

test('reset clears orders, faults, tokens and the log', async () => {
  const fixture = await startFixture()
  const paypal = await connectPayPal(fixture)
  const orderId = await paypal.createOrder()
  await fixture.control('faults', { provider: 'paypal', kind: '500', times: 9 })
  expect((await fixture.control('reset', {})).status).toBe(204)
  expect(await (await fetch(`${fixture.origin}/_sandbox/log`)).json()).toEqual([])
  const order = await paypal.call('GET', `/v2/checkout/orders/${orderId}`)
  expect(order.status).toBe(401)
})

test('it is reachable on loopback only', async () => {
  const { origin } = await startFixture()
  const { port } = new URL(origin)
  const others = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)
  // Linux assigns all of 127.0.0.0/8 to the machine, so a server that listens everywhere would
  // answer here too.
  for (const address of ['127.0.0.2', ...others]) {
    await expect(fetch(`http://${address}:${port}/healthz`)).rejects.toThrow('fetch failed')
  }
  expect((await fetch(`${origin}/healthz`)).status).toBe(200)
})

test('a taken port is an error', async () => {
  const { origin } = await startFixture()
  const port = Number(new URL(origin).port)
  await expect(startSandbox({ port, productOrigin: origin })).rejects.toThrow('EADDRINUSE')
})

test('a request that comes while it starts is answered', async () => {
  const port = await findFreePort()
  const starting = startSandbox({ port, productOrigin: 'http://127.0.0.1:9' })
  const readHealth = (): Promise<number> =>
    fetch(`http://127.0.0.1:${port}/healthz`).then(({ status }) => status, readHealth)
  expect(await readHealth()).toBe(200)
  await (await starting).close()
})

test('the program prints when it is ready, and stops on a signal', async () => {
  const child = spawn(process.execPath, [mainFile, '--port=0'], { env: withoutMode })
  const [line] = await once(child.stdout, 'data')
  expect(String(line)).toMatch(/^sandbox ready http:\/\/127\.0\.0\.1:\d+\n$/)
  child.kill('SIGTERM')
  expect(await once(child, 'exit')).toEqual([0, null])
})

test('it does not start in production', () => {
  const { status, stderr } = spawnSync(process.execPath, [mainFile, '--port', '0'], {
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
  })
  expect(status).toBe(1)
  expect(stderr).toContain('NODE_ENV=production')
})
