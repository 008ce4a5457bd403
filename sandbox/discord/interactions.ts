import { createPrivateKey, randomBytes, randomInt, sign } from 'node:crypto'
import { Hono } from 'hono'
import { z } from 'zod'
import { discordCredentials } from '#sandbox/credentials.ts'
import type { SandboxContext, SandboxEnv } from '#sandbox/fake-provider.ts'
import { parseJson } from '#sandbox/read-control.ts'
import { ofBot } from './bot.ts'
import { discordError } from './errors.ts'
import { accountOf, bot } from './guild.ts'
import { publicUser } from './players.ts'
import { channelId, createMessage, type Message, newSnowflake, readMessage } from './webhook.ts'

const localized = z.record(z.string(), z.string()).nullish()
const described = {
  name: z.string().regex(/^[-_'\p{Ll}\p{Lo}\p{N}]{1,32}$/u),
  name_localizations: localized,
}
const choice = z.object({
  ...described,
  name: z.string().min(1).max(100),
  value: z.string().max(100),
})
const option = z.object({
  ...described,
  type: z.union([z.literal(3), z.literal(5)]),
  description: z.string().min(1).max(100),
  description_localizations: localized,
  required: z.boolean().optional(),
  choices: z.array(choice).max(25).optional(),
})
const command = z.object({
  ...described,
  type: z.literal(1).default(1),
  description: z.string().min(1).max(100),
  description_localizations: localized,
  options: z.array(option).max(25).optional(),
})
type Command = z.output<typeof command>

const answerBody = z.object({ type: z.int(), data: z.unknown().optional() })
const parts = z.object({
  components: z.array(z.unknown()).optional(),
  flags: z.int().optional(),
})

export const interactionFaults = ['none', 'wrong-signature', 'old', 'replay'] as const

/** What somebody types or presses in the channel. */
interface Act {
  readonly as: string
  readonly locale: string
  /** `/team type:LFG`, in the language of who types it. */
  readonly typed?: string | undefined
  readonly button?: { readonly messageId: string; readonly id: string } | undefined
  readonly fault: (typeof interactionFaults)[number]
}

interface Outcome {
  /** Of the last request; null without an answer. */
  readonly status: number | null
  readonly answer: unknown
}

const timeoutMs = 3000

const { clientId, interactionKey, publicKey } = discordCredentials
const discordKey = createPrivateKey({
  key: { kty: 'OKP', crv: 'Ed25519', ...interactionKey },
  format: 'jwk',
})

/** The headers by which Discord proves that it sends a body; `timestamp` is in seconds since 1970. */
export function signInteraction(body: string, timestamp: string, key = discordKey) {
  return {
    'x-signature-ed25519': sign(null, Buffer.from(timestamp + body), key).toString('hex'),
    'x-signature-timestamp': timestamp,
  }
}

/** The commands of the bot, and the channel where people type them and press buttons. */
export function createInteractions({ productOrigin, log }: SandboxContext, messages: Message[]) {
  let commands: readonly (Command & { readonly id: string })[] = []
  /** The message of each token, as the sandbox would edit it. */
  const originals = new Map<string, string>()

  /** Sends a request as Discord does: signed, with three seconds for the answer. */
  async function send(body: string, fault: Act['fault']): Promise<Outcome> {
    const agedMs = fault === 'old' ? 10 * 60_000 : 0
    const timestamp = String(Math.floor((Date.now() - agedMs) / 1000))
    const signed = fault === 'wrong-signature' ? `${body} ` : body
    const headers = { 'content-type': 'application/json', ...signInteraction(signed, timestamp) }
    const post = async (): Promise<Outcome> => {
      try {
        const signal = AbortSignal.timeout(timeoutMs)
        const address = `${productOrigin}/webhooks/discord`
        const response = await fetch(address, { method: 'POST', headers, body, signal })
        return { status: response.status, answer: parseJson(await response.text()) }
      } catch {
        return { status: null, answer: undefined }
      }
    }
    const first = await post()
    return fault === 'replay' ? post() : first
  }

  function show(token: string, as: string, data: unknown): void {
    const reading = readMessage(data)
    const { components = [], flags = 0 } = parts.safeParse(data).data ?? {}
    const { webhook_id: _, ...made } = createMessage(
      reading.ok ? reading.message : { content: 'Discord refuses this message.' },
      newSnowflake(messages.length),
    )
    const author = { ...publicUser(bot), bot: true }
    const isPrivate = flags === 64
    messages.push({ ...made, author, components, flags, ...(isPrivate && { onlyFor: as }) })
    originals.set(token, made.id)
  }

  /** Replaces the parts of a message that an edit has. */
  function edit(messageId: string | undefined, data: unknown): Message | null {
    const index = messages.findIndex(({ id }) => id === messageId)
    const old = messages[index]
    const reading = readMessage(data)
    if (!old || !reading.ok) return null
    const { content, embeds } = createMessage(reading.message, old.id)
    const { components } = parts.safeParse(data).data ?? {}
    const edited = {
      ...old,
      ...(reading.message.content !== undefined && { content }),
      ...(reading.message.embeds && { embeds }),
      ...(components && { components }),
      edited_timestamp: new Date().toISOString(),
    }
    messages[index] = edited
    return edited
  }

  async function act({ as, locale, typed, button, fault }: Act): Promise<Outcome> {
    const token = randomBytes(48).toString('base64url')
    const data = button ? { component_type: 2, custom_id: button.id } : readTyped(typed, locale)
    if (!data) return { status: null, answer: undefined }
    const body = JSON.stringify({
      id: newSnowflake(randomInt(0x40_00_00)),
      application_id: clientId,
      type: button ? 3 : 2,
      token,
      version: 1,
      locale,
      channel_id: channelId,
      guild_id: discordCredentials.guildId,
      member: { user: publicUser(accountOf(as)), roles: [], permissions: '0' },
      data,
    })
    if (button) originals.set(token, button.messageId)
    const outcome = await send(body, fault)
    const answer = answerBody.safeParse(outcome.answer).data
    if (outcome.status !== 200 || !answer) return outcome
    if (answer.type === 4) show(token, as, answer.data)
    if (answer.type === 5) show(token, as, { ...parts.safeParse(answer.data).data, content: '…' })
    if (answer.type === 7) edit(button?.messageId, answer.data)
    return outcome
  }

  /** A typed line as Discord reads it; null for a command that it does not know. */
  function readTyped(typed = '', locale: string): object | null {
    const [, name = '', rest = ''] = /^\/(\S+)\s*(.*)$/su.exec(typed.trim()) ?? []
    const isNamed = (one: Pick<Command, 'name' | 'name_localizations'>, text: string) =>
      one.name === text || one.name_localizations?.[locale] === text
    const found = commands.find((one) => isNamed(one, name))
    if (!found) return null
    const given = [...rest.matchAll(/(\S+?):(.*?)(?=\s\S+:|$)/gsu)].flatMap(([, label, text]) => {
      const one = found.options?.find((known) => isNamed(known, label ?? ''))
      const value = (text ?? '').trim()
      return one
        ? [{ name: one.name, type: one.type, value: one.type === 5 ? value === 'true' : value }]
        : []
    })
    return { id: found.id, name: found.name, type: 1, options: given }
  }

  const routes = new Hono<SandboxEnv>()
  const application = { id: clientId, name: 'Shop', verify_key: publicKey }
  const endpoint = { interactions_endpoint_url: `${productOrigin}/webhooks/discord` }
  routes.get(
    '/applications/@me',
    ofBot((c) => c.json({ ...application, ...endpoint })),
  )
  routes.get(
    `/applications/${clientId}/commands`,
    ofBot((c) => c.json(commands)),
  )
  routes.put(
    `/applications/${clientId}/commands`,
    ofBot(async (c) => {
      const given = z
        .array(command)
        .max(100)
        .safeParse(parseJson(await c.req.text()))
      if (!given.success) return discordError(400, 50035, 'Invalid Form Body')
      commands = given.data.map((one, index) => ({ ...one, id: newSnowflake(index) }))
      return c.json(commands)
    }),
  )
  routes.get(
    `/channels/${channelId}`,
    ofBot((c) => c.json({ id: channelId, type: 0, guild_id: discordCredentials.guildId })),
  )
  routes.post(
    `/channels/${channelId}/messages`,
    ofBot(async (c) => {
      const data = parseJson(await c.req.text())
      show('', '', data)
      const message = messages.at(-1)
      log.add('discord', { kind: 'message', message })
      return c.json(message)
    }),
  )
  routes.patch(`/webhooks/${clientId}/:token/messages/@original`, async (c) => {
    const edited = edit(originals.get(c.req.param('token')), parseJson(await c.req.text()))
    return edited ? c.json(edited) : discordError(404, 10008, 'Unknown Message')
  })
  routes.post(`/webhooks/${clientId}/:token`, async (c) => {
    show(c.req.param('token'), '', parseJson(await c.req.text()))
    return c.json(messages.at(-1))
  })
  return {
    routes,
    act,
    commands: () => commands,
    reset() {
      commands = []
      originals.clear()
    },
  }
}
export type SandboxInteractions = ReturnType<typeof createInteractions>
