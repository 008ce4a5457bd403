import { once } from 'node:events'
import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { parseSteamId } from '#domain/steam-id.ts'
import { memory } from '#test/cftools.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createCftools } from './cftools/cftools.ts'
import { createBot } from './discord/bot.ts'
import { createDirectMessages } from './discord/direct-messages.ts'
import { createDiscordSignIn } from './discord/sign-in.ts'
import { createStaffChannel } from './discord/staff-channel.ts'
import { createPayPalClient } from './paypal/client.ts'
import { fetchProfile } from './steam/steam.ts'

const steamId = parseSteamId('76561198006409531')
if (!steamId.ok) throw new Error('this is a Steam ID')
const { steamId64 } = steamId

/** Plays every provider, and redirects all requests to another address. */
const server = createServer((request, response) => {
  asked.push(request.url ?? '')
  if (request.url === '/v1/oauth2/token' && givesTokens) {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: 'token', expires_in: 3600 }))
  } else {
    response.writeHead(307, { location: '/elsewhere' }).end()
  }
})
let origin = ''
let givesTokens = false
let asked: string[] = []

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
})
beforeEach(() => {
  asked = []
  givesTokens = false
})
afterAll(() => {
  const closed = once(server, 'close')
  server.close()
  server.closeAllConnections()
  return closed
})

const discord = () =>
  createDiscordSignIn(
    {
      clientId: '1',
      clientSecret: 'secret',
      webhookUrl: `${origin}/webhook`,
      origin,
      avatarOrigin: origin,
    },
    noInstrumentation,
  )

const askPayPal = () =>
  createPayPalClient(
    { clientId: 'id', clientSecret: 'secret', webhookId: 'W', mode: 'test', apiOrigin: origin },
    noInstrumentation,
  ).send({ operation: 'fetch-order', method: 'GET', path: '/order', shape: z.unknown() })

// A key, a code or a buyer's name is only for the provider that it was sent to.
it.each([
  ['the code of a sign-in', () => discord().exchangeCode({ code: 'c', redirectURI: origin })],
  ['the token of a player', () => discord().fetchPlayer('token')],
  [
    'a message for the staff',
    () =>
      createStaffChannel(
        `${origin}/webhook`,
        noInstrumentation,
      )({
        title: 'Paid',
        color: 0,
        fields: [],
        thumbnailUrl: null,
      }),
  ],
  ['our keys at PayPal', askPayPal],
  [
    'our secret at CFTools',
    () =>
      createCftools(
        {
          applicationId: 'application',
          secret: 'secret',
          serverId: 'server',
          apiOrigin: origin,
          clock: () => new Date(),
          ids: memory().ids,
          isOnFromStart: false,
        },
        noInstrumentation,
      ).check(AbortSignal.timeout(10_000)),
  ],
  [
    'the token of our bot at Discord',
    () =>
      createDirectMessages(createBot({ origin, botToken: 'token' }, noInstrumentation))({
        discordId: '1',
        content: 'Hello',
        key: '1',
      }),
  ],
  [
    'our key at Steam',
    () =>
      fetchProfile(
        { apiOrigin: origin, avatarOrigin: origin, apiKey: 'key' },
        steamId64,
        noInstrumentation,
      ),
  ],
])('does not follow a redirect: %s', async (_, ask) => {
  await Promise.resolve(ask()).catch(() => null)
  expect(asked).toHaveLength(1)
})

it('does not follow a redirect: a call to PayPal', async () => {
  givesTokens = true
  expect(await askPayPal()).toMatchObject({ outcome: 'unavailable' })
  expect(asked).toEqual(['/v1/oauth2/token', '/order'])
})
