import { expect, test } from 'vitest'
import { discordCredentials } from '#sandbox/credentials.ts'
import { players } from '#sandbox/discord/players.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { createBot } from './bot.ts'
import { createDirectMessages } from './direct-messages.ts'

const [hunter] = players
const { id: discordId } = hunter ?? { id: '' }
const message = { discordId, content: 'Your priority ends tomorrow. @everyone', key: 'reminder-1' }

function sender({ origin }: Fixture, botToken: string = discordCredentials.botToken) {
  return createDirectMessages(createBot({ origin, botToken }, noInstrumentation))
}

async function log({ origin }: Fixture): Promise<readonly unknown[]> {
  const entries: unknown = await (await fetch(`${origin}/_sandbox/log?provider=discord`)).json()
  return Array.isArray(entries) ? entries.filter((entry) => entry.kind === 'message') : []
}

test('a message arrives, pings nobody, and comes once for its key', async () => {
  const fixture = await startFixture()
  await fixture.control('faults', {
    provider: 'discord',
    kind: 'reset',
    path: '/api/v10/channels/',
  })
  const send = sender(fixture)
  expect(await send(message)).toMatchObject({ outcome: 'unavailable' })
  expect(await send(message)).toEqual({ outcome: 'sent' })
  expect(await log(fixture)).toMatchObject([
    { message: { content: message.content, mention_everyone: false } },
  ])
})

test.each([
  ['closed their messages', { acceptsMessages: false }, '50007'],
  ['left', { isMember: false }, '50278'],
])('a player who %s refuses for good', async (_, change, code) => {
  const fixture = await startFixture()
  await fixture.control('discord/members', { discordIds: [discordId], ...change })
  expect(await sender(fixture)(message)).toEqual({
    outcome: 'refused',
    detail: expect.stringContaining(code),
  })
})

test.each([
  ['a wrong token', 'wrong', null],
  ['Discord away', discordCredentials.botToken, '500'],
])('%s says nothing about the player', async (_, token, kind) => {
  const fixture = await startFixture()
  if (kind) await fixture.control('faults', { provider: 'discord', kind })
  expect(await sender(fixture, token)(message)).toMatchObject({ outcome: 'unavailable' })
})

test('waits as long as Discord asks, and gives up when that happens again and again', async () => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'discord', kind: '429', path: '/api/v10/users/' })
  const startedAt = performance.now()
  expect(await sender(fixture)(message)).toEqual({ outcome: 'sent' })
  expect(performance.now() - startedAt).toBeGreaterThan(990)
  await fixture.control('faults', { provider: 'discord', kind: '429', times: 9 })
  expect(await sender(fixture)(message)).toEqual({ outcome: 'rate_limited', retryAfterSeconds: 1 })
})
