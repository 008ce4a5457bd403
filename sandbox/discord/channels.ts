import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import { discordError, invalidFormBody, unauthorized } from './errors.ts'
import { bot, type Guild } from './guild.ts'
import { publicUser } from './players.ts'
import { createMessage, isEmpty, type Message, newSnowflake, readMessage } from './webhook.ts'

const ids = new Set<string>(Object.values(discordCredentials.channels))
const nonced = z.object({
  nonce: z.string().max(25).optional(),
  enforce_nonce: z.boolean().optional(),
})

/** The messages of the bot in the guild's channels: posted, edited and deleted. */
export function channelRoutes({ faults, log }: SandboxContext, guild: Guild): Hono<SandboxEnv> {
  const messages = guild.channelMessages

  function refuse(c: Context<SandboxEnv>, channelId: string): Response | null {
    if (c.req.header('authorization') !== `Bot ${discordCredentials.botToken}`) {
      return unauthorized()
    }
    if (!guild.setup.isInGuild) return discordError(403, 50001, 'Missing Access')
    if (!ids.has(channelId)) return discordError(404, 10003, 'Unknown Channel')
    const isForbidden = faults.take('discord', 'channel-forbidden', c.req.path) !== null
    return isForbidden ? discordError(403, 50013, 'Missing Permissions') : null
  }

  function place(channelId: string, messageId: string, c: Context<SandboxEnv>): number {
    const index = messages.findIndex(
      (one) => one.id === messageId && one['channel_id'] === channelId,
    )
    if (index < 0 || !faults.take('discord', 'message-deleted', c.req.path)) return index
    messages.splice(index, 1)
    return -1
  }

  return new Hono<SandboxEnv>()
    .post('/channels/:channel/messages', async (c, next) => {
      const channelId = c.req.param('channel')
      // It may be one of direct messages.
      if (!ids.has(channelId)) return next()
      const refusal = refuse(c, channelId)
      if (refusal) return refusal
      const reading = await readBody(c, newSnowflake(messages.length), channelId)
      if (reading.refusal) return reading.refusal
      const { nonce, enforce_nonce: isUnique = false } = nonced.safeParse(reading.body).data ?? {}
      const sent = messages.find((one) => isUnique && nonce !== undefined && one['nonce'] === nonce)
      if (sent) return c.json(sent)
      const message: Message = { ...reading.message, ...(nonce !== undefined && { nonce }) }
      messages.push(message)
      log.add('discord', { kind: 'message', message })
      return c.json(message)
    })
    .patch('/channels/:channel/messages/:message', async (c) => {
      const { channel, message: id } = c.req.param()
      const refusal = refuse(c, channel)
      if (refusal) return refusal
      const index = place(channel, id, c)
      const before = messages[index]
      if (!before) return discordError(404, 10008, 'Unknown Message')
      const reading = await readBody(c, id, channel)
      if (reading.refusal) return reading.refusal
      const { timestamp } = before
      const message = { ...reading.message, timestamp, edited_timestamp: new Date().toISOString() }
      messages[index] = message
      log.add('discord', { kind: 'message', message })
      return c.json(message)
    })
    .delete('/channels/:channel/messages/:message', (c) => {
      const { channel, message: id } = c.req.param()
      const refusal = refuse(c, channel)
      if (refusal) return refusal
      const index = place(channel, id, c)
      if (index < 0) return discordError(404, 10008, 'Unknown Message')
      messages.splice(index, 1)
      return c.body(null, 204)
    })
}

async function readBody(c: Context<SandboxEnv>, id: string, channelId: string) {
  const body = parseJson(await c.req.text())
  const reading = readMessage(body)
  if (!reading.ok) return { refusal: invalidFormBody(reading.faults) }
  if (isEmpty(reading.message)) {
    return { refusal: discordError(400, 50006, 'Cannot send an empty message') }
  }
  const { webhook_id: _, ...message } = createMessage(reading.message, id)
  const author = { ...publicUser(bot), bot: true }
  return { body, message: { ...message, channel_id: channelId, author } }
}
