import { expect, test } from 'vitest'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import { startFixture } from '#sandbox/testing/product.ts'
import { loadContract } from '#sandbox/testing/schemas.ts'

const contract = loadContract('discord.json')
const { botToken, channels } = discordCredentials
const sent = z.looseObject({ id: z.string(), edited_timestamp: z.string().nullable() })

test('a message in a channel is posted once for its nonce, edited and deleted', async () => {
  const { origin } = await startFixture()
  const call = (method: string, path: string, body?: object) =>
    fetch(`${origin}/api/v10/channels/${path}`, {
      method,
      headers: { authorization: `Bot ${botToken}`, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
  const post = async () => {
    const body = { content: 'one', nonce: 'key', enforce_nonce: true }
    return sent.parse(await (await call('POST', `${channels.news}/messages`, body)).json())
  }
  const message = await post()
  expect(contract.faultsOf('MessageResponse', message)).toEqual([])
  expect((await post()).id).toBe(message.id)
  const path = `${channels.news}/messages/${message.id}`
  const edited = sent.parse(await (await call('PATCH', path, { content: 'two' })).json())
  expect(contract.faultsOf('MessageResponse', edited)).toEqual([])
  expect(edited).toMatchObject({ id: message.id, edited_timestamp: expect.any(String) })
  expect((await call('DELETE', path)).status).toBe(204)
  const gone = await call('PATCH', path, { content: 'three' })
  expect([gone.status, await gone.json()]).toMatchObject([404, { code: 10008 }])
  const unknown = await call('POST', '999999999999999999/messages', { content: 'one' })
  expect([unknown.status, await unknown.json()]).toMatchObject([404, { code: 10003 }])
})
