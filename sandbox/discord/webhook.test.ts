import { expect, onTestFinished, test, vi } from 'vitest'
import { discordCredentials } from '#sandbox/credentials.ts'
import { type Fixture, startFixture } from '#sandbox/testing/product.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('discord.json')
const { webhookId, webhookToken } = discordCredentials
const executing = { path: '/webhooks/{webhook_id}/{webhook_token}', method: 'post' } as const

const embed = {
  title: 'Paid',
  description: 'Priority Queue',
  color: 0x4d_ff_a0,
  timestamp: '2026-11-21T12:00:00.000Z',
  footer: { text: 'order-1' },
  fields: [{ name: 'Steam ID', value: '76561198006409531' }],
}

function send(
  fixture: Fixture,
  body: unknown,
  path = `${webhookId}/${webhookToken}?wait=true`,
): Promise<Response> {
  return fetch(`${fixture.origin}/api/webhooks/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
}

test('with wait=true the message is answered, and the log has it', async () => {
  const fixture = await startFixture()
  const response = await send(fixture, { content: 'Bonjour', username: 'Shop', embeds: [embed] })
  const message: unknown = await response.json()
  expect(response.status).toBe(200)
  expect(contract.faults({ ...executing, status: '200' }, message)).toEqual([])
  expect(message).toMatchObject({
    id: expect.stringMatching(/^\d{17,}$/),
    content: 'Bonjour',
    webhook_id: webhookId,
    author: { username: 'Shop', bot: true },
    embeds: [{ ...embed, type: 'rich', fields: [{ ...embed.fields[0], inline: false }] }],
    mention_everyone: false,
  })
  const log: unknown = await (await fetch(`${fixture.origin}/_sandbox/log?provider=discord`)).json()
  expect(log).toContainEqual(expect.objectContaining({ kind: 'message', message }))
})

test('without wait the answer is an empty 204', async () => {
  const fixture = await startFixture()
  const response = await send(fixture, { content: 'Bonjour' }, `${webhookId}/${webhookToken}`)
  expect(response.status).toBe(204)
  expect(await response.text()).toBe('')
})

test('a careless message pings everyone, a careful one does not', async () => {
  const fixture = await startFixture()
  const content = 'from @everyone, to <@200000000000000001>'
  const careless: unknown = await (await send(fixture, { content })).json()
  expect(contract.faults({ ...executing, status: '200' }, careless)).toEqual([])
  expect(careless).toMatchObject({
    mention_everyone: true,
    mentions: [{ id: '200000000000000001' }],
  })
  const careful = await send(fixture, { content, allowed_mentions: { parse: [] } })
  expect(await careful.json()).toMatchObject({ mention_everyone: false, mentions: [] })
})

test.each([
  ['2001 characters', { content: 'x'.repeat(2001) }, 'content'],
  ['11 embeds', { embeds: Array.from({ length: 11 }, () => embed) }, 'embeds'],
  ['a title of 257', { embeds: [{ title: 'x'.repeat(257) }] }, 'embeds.0.title'],
  [
    'a description of 4097',
    { embeds: [{ description: 'x'.repeat(4097) }] },
    'embeds.0.description',
  ],
  [
    '26 fields',
    { embeds: [{ fields: Array.from({ length: 26 }, () => embed.fields[0]) }] },
    'embeds.0.fields',
  ],
  [
    'a field name of 257',
    { embeds: [{ fields: [{ name: 'x'.repeat(257), value: 'y' }] }] },
    'embeds.0.fields.0.name',
  ],
  [
    'a field value of 1025',
    { embeds: [{ fields: [{ name: 'x', value: 'y'.repeat(1025) }] }] },
    'embeds.0.fields.0.value',
  ],
  [
    'a footer of 2049',
    { embeds: [{ footer: { text: 'x'.repeat(2049) } }] },
    'embeds.0.footer.text',
  ],
  ['an author of 257', { embeds: [{ author: { name: 'x'.repeat(257) } }] }, 'embeds.0.author.name'],
  [
    'embeds of 6001 in all',
    { embeds: [1, 2].map(() => ({ description: 'x'.repeat(3001) })) },
    'embeds',
  ],
  ['a username of 81', { content: 'x', username: 'x'.repeat(81) }, 'username'],
  ['Discord’s own name', { content: 'x', username: 'My Discord' }, 'username'],
  ['a number as content', { content: 5 }, 'content'],
])('%s are refused under their path', async (_name, body, path) => {
  const fixture = await startFixture()
  const response = await send(fixture, body)
  const refusal: unknown = await response.json()
  expect(response.status).toBe(400)
  expect(contract.faultsOf('Error', refusal)).toEqual([])
  expect(refusal).toMatchObject({ code: 50035, message: 'Invalid Form Body' })
  // Discord's documents and answers use words as inner codes, its published schema numbers.
  expect(refusal).toHaveProperty(`errors.${path}._errors.0`, {
    code: expect.stringMatching(/^[A-Z_]+$/),
    message: expect.any(String),
  })
})

test.each([
  ['an empty message', '{}', 400, 50006],
  ['a message of blanks', '{"content":"  "}', 400, 50006],
  ['no JSON', '{', 400, 50109],
])('%s is refused', async (_name, body, status, code) => {
  const fixture = await startFixture()
  const response = await send(fixture, body)
  const refusal: unknown = await response.json()
  expect(response.status).toBe(status)
  expect(contract.faultsOf('ErrorResponse', refusal)).toEqual([])
  expect(refusal).toMatchObject({ code })
})

test.each([
  ['1/sandbox-webhook-token', 404, 10015],
  [`${webhookId}/wrong`, 401, 50027],
])('the webhook %s is refused', async (path, status, code) => {
  const fixture = await startFixture()
  const response = await send(fixture, { content: 'x' }, path)
  const refusal: unknown = await response.json()
  expect(response.status).toBe(status)
  expect(contract.faultsOf('ErrorResponse', refusal)).toEqual([])
  expect(refusal).toMatchObject({ code })
})

test('the webhook is gone once somebody has deleted it', async () => {
  const fixture = await startFixture()
  await fixture.control('faults', { provider: 'discord', kind: 'webhook-deleted' })
  const response = await send(fixture, { content: 'x' })
  expect(response.status).toBe(404)
  expect(await response.json()).toMatchObject({ code: 10015 })
})

test('the sixth message within two seconds is rate limited', async () => {
  // The clock is frozen: a busy machine may take longer than the window to send six.
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const fixture = await startFixture()
  const statuses: number[] = []
  for (let sent = 0; sent < 5; sent += 1) {
    statuses.push((await send(fixture, { content: 'x' })).status)
  }
  const refused = await send(fixture, { content: 'x' })
  const body: unknown = await refused.json()
  expect(statuses).toEqual([200, 200, 200, 200, 200])
  expect(refused.status).toBe(429)
  expect(contract.faultsOf('RatelimitedResponse', body)).toEqual([])
  expect(body).toMatchObject({ retry_after: expect.any(Number), global: false })
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(Object.fromEntries(refused.headers)).toMatchObject({
    'x-ratelimit-limit': '5',
    'x-ratelimit-remaining': '0',
    'x-ratelimit-reset': expect.any(String),
    'x-ratelimit-reset-after': expect.any(String),
    'x-ratelimit-bucket': expect.any(String),
    'x-ratelimit-scope': expect.any(String),
  })
})

test('the webhook can be read until it is deleted', async () => {
  const fixture = await startFixture()
  const read = (token: string) => fetch(`${fixture.origin}/api/webhooks/${webhookId}/${token}`)
  const webhook: unknown = await (await read(webhookToken)).json()
  expect(contract.faults({ ...executing, method: 'get', status: '200' }, webhook)).toEqual([])
  expect((await read('wrong')).status).toBe(401)
  await fixture.control('faults', { provider: 'discord', kind: 'webhook-deleted' })
  expect((await read(webhookToken)).status).toBe(404)
})
