import { createServer } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { expect, it, onTestFinished } from 'vitest'
import { parseNetworkRanges } from '#server/app/network-addresses.ts'
import { readClientNetworks } from './client-address.ts'
import type { HttpEnvironment } from './environment.ts'

const loopback = '127.0.0.1'
const widening = '20010db800010203/64 1, 20010db8000102/56 1.5, 20010db80001/48 2.5'

it.each([
  ['without a trusted proxy: the connection’s, whatever the header says', '', '9.9.9.9', loopback],
  ['the connection is no trusted proxy', '10.0.0.0/8', '9.9.9.9', loopback],
  ['a trusted proxy tells', loopback, '9.9.9.9', '9.9.9.9'],
  ['a trusted proxy that says nothing', loopback, undefined, loopback],
  ['what the visitor wrote himself counts nothing', loopback, '1.1.1.1, 9.9.9.9', '9.9.9.9'],
  [
    'through two trusted proxies',
    `${loopback},10.0.0.0/8`,
    '1.1.1.1, 9.9.9.9, 10.1.2.3',
    '9.9.9.9',
  ],
  ['through nothing but trusted proxies', `${loopback},10.0.0.0/8`, '10.1.2.3', '10.1.2.3'],
  ['a word that is no address ends the walk', loopback, '9.9.9.9, unknown', loopback],
  ['with a port', loopback, '9.9.9.9:51234', '9.9.9.9'],
  ['IPv6 by its /64, /56 and /48', loopback, '2001:db8:1:203:aaaa::1', widening],
  ['IPv6 in brackets, with a port', loopback, '[2001:db8:1:203::9]:443', widening],
  ['a number is no address', loopback, '9.9.9.9, 1', loopback],
  ['a proxy whose range is written as IPv6', '::ffff:127.0.0.0/104', '9.9.9.9', '9.9.9.9'],
  ['IPv4 written as IPv6', loopback, '::ffff:9.9.9.9', '9.9.9.9'],
  ['an IPv6 proxy in between', `${loopback},2001:db8::/32`, '9.9.9.9, 2001:db8::5', '9.9.9.9'],
])('the networks of a visitor: %s', async (_name, proxies, forwardedFor, expected) => {
  const isAlone = !expected.includes(',')
  expect(await askNetworks(proxies, loopback, forwardedFor)).toBe(
    isAlone ? `${expected} 1` : expected,
  )
})

it('an IPv4 connection over a dual-stack socket counts as IPv4', async () => {
  expect(await askNetworks('', '::')).toBe(`${loopback} 1`)
})

async function askNetworks(
  proxies: string,
  listenOn: string,
  forwardedFor?: string,
): Promise<string> {
  const config = { trustedProxies: parseNetworkRanges(proxies) ?? [] }
  const app = new Hono<HttpEnvironment>().get('/', (context) => {
    const networks = readClientNetworks(config, context)
    return context.text(networks.map(({ name, factor }) => `${name} ${factor}`).join(', '))
  })
  const answer = getRequestListener(app.fetch)
  const server = createServer((request, response) => void answer(request, response))
  onTestFinished(() => void server.close())
  const listening = Promise.withResolvers<undefined>()
  server.listen(0, listenOn, () => listening.resolve(undefined))
  await listening.promise
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const headers: Record<string, string> = { connection: 'close' }
  if (forwardedFor !== undefined) headers['x-forwarded-for'] = forwardedFor
  return (await fetch(`http://127.0.0.1:${port}/`, { headers })).text()
}
