import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { Finding } from '#domain/connection-faults.ts'
import { failedCall } from '#server/providers/findings.ts'
import type { Bot, BotResult } from './bot.ts'

const texts = z.record(z.string(), z.string()).nullish()
const described = {
  name: z.string(),
  name_localizations: texts,
  description: z.string(),
  description_localizations: texts,
}
const choice = z.object({ name: z.string(), name_localizations: texts, value: z.string() })
const option = z.object({
  ...described,
  /** 3 is text, 5 yes or no. */
  type: z.number(),
  required: z.boolean().default(false),
  choices: z.array(choice).default([]),
})
/** The parts of a command that are ours; Discord adds others. */
const command = z.object({ ...described, options: z.array(option).default([]) })
export type CommandDefinition = z.input<typeof command>

const application = z.object({
  verify_key: z.string(),
  interactions_endpoint_url: z.string().nullish(),
})

interface Wanted {
  readonly applicationId: string
  readonly publicKey: string
  /** Where Discord has to send interactions. */
  readonly address: string
  readonly commands: readonly CommandDefinition[]
  /** Whether commands that differ are registered, or only reported. */
  readonly isRegistering: boolean
  readonly staffChannelId: string | null
}

/** Whether Discord sends us interactions, by the right key, and has our commands. */
export async function checkInteractions(
  bot: Bot,
  wanted: Wanted,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  const found = await Promise.all([
    checkApplication(bot, wanted, stopped),
    checkCommands(bot, wanted, stopped),
    checkStaffChannel(bot, wanted, stopped),
  ])
  return found.flat()
}

async function checkApplication(
  bot: Bot,
  { publicKey, address }: Wanted,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  const read = { method: 'GET', operation: 'fetch-application', path: '/applications/@me' } as const
  const own = await bot({ ...read, shape: application }, stopped)
  if (own.outcome !== 'ok') return [explain(own)]
  const { verify_key: key, interactions_endpoint_url: endpoint } = own.answer
  if (key.toLowerCase() !== publicKey) {
    return [{ level: 'fault', code: 'public_key_wrong', detail: key }]
  }
  if (endpoint === address) return []
  return [{ level: 'warning', code: 'interactions_elsewhere', detail: address }]
}

async function checkCommands(
  bot: Bot,
  { applicationId, commands, isRegistering }: Wanted,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  const path = `/applications/${applicationId}/commands`
  const list = { operation: 'list-commands', path: `${path}?with_localizations=true` }
  const known = await bot({ ...list, method: 'GET', shape: z.array(command) }, stopped)
  if (known.outcome !== 'ok') return [explain(known)]
  if (isDeepStrictEqual(sorted(known.answer), sorted(commands))) return []
  if (!isRegistering) return [{ level: 'warning', code: 'commands_differ', detail: '' }]
  const put = { operation: 'register-commands', method: 'PUT', path, body: commands } as const
  const result = await bot({ ...put, shape: z.unknown() }, stopped)
  return result.outcome === 'ok' ? [] : [explain(result)]
}

async function checkStaffChannel(
  bot: Bot,
  { staffChannelId }: Wanted,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  if (staffChannelId === null) return []
  const read = { method: 'GET', operation: 'fetch-channel' } as const
  const path = `/channels/${staffChannelId}`
  const result = await bot({ ...read, path, shape: z.object({ id: z.string() }) }, stopped)
  if (result.outcome !== 'refused' || result.status === 401) return []
  return [{ level: 'warning', code: 'staff_channel_unseen', detail: result.detail }]
}

/** Discord may answer the commands in another order. */
function sorted(commands: readonly CommandDefinition[]) {
  return commands
    .map((one) => command.parse(one))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1))
}

function explain(result: Exclude<BotResult<unknown>, { outcome: 'ok' }>): Finding {
  if (result.outcome === 'limited') return { level: 'warning', code: 'limited', detail: '' }
  const isKey = result.outcome === 'refused' && result.status === 401
  const { outcome, detail } = result
  if (outcome === 'refused' && !isKey) return { level: 'fault', code: 'commands_refused', detail }
  return failedCall({ outcome, detail, ...(isKey && { fault: 'key_refused' }) })
}
