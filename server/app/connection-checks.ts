import { existsSync } from 'node:fs'
import path from 'node:path'
import type { ConnectionName, Finding } from '#domain/connection-faults.ts'
import { outcomeByFault } from '#domain/delivery-faults.ts'
import type { DiscordRole } from '#domain/products.ts'
import { receiveDiscord, receivePayPal, receiveStripe } from '#contract/operations.ts'
import { checkDatabase, checkDisk } from '#server/db/check-database.ts'
import type { Database } from '#server/db/database.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { checkClock } from '#server/providers/check-clock.ts'
import type { Bot } from '#server/providers/discord/bot.ts'
import { checkDiscord } from '#server/providers/discord/check-discord.ts'
import { checkInteractions } from '#server/providers/discord/commands.ts'
import { checkRoles } from '#server/providers/discord/roles.ts'
import { failedCall } from '#server/providers/findings.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import type { PayPal } from '#server/providers/paypal/paypal-provider.ts'
import type { AdapterFault, CheckResult, PerkAdapter } from '#server/providers/perk-adapter.ts'
import type { Steam } from '#server/providers/steam/steam.ts'
import type { StripeCheckout } from '#server/providers/stripe/stripe-checkout.ts'
import type { ConnectionCheck } from '#server/services/connections/checks.ts'
import { listCommands } from '#server/services/discord/command-list.ts'
import { findSilence } from '#server/services/connections/webhook-silence.ts'
import { listMisspelt, type Config } from './config.ts'
import { startAdvice } from './start-advice.ts'

interface Connected {
  readonly config: Config
  readonly paypal: PayPal
  readonly stripe: StripeCheckout
  readonly steam: Steam
  readonly discordCalls: CallInstrumentation
  readonly discordBot: Bot | null
  readonly gameServer: GameServer | null
  readonly perkAdapters: readonly PerkAdapter[]
  readonly readRoles: () => readonly DiscordRole[]
  /** Whether the bot's commands are registered where Discord has others; otherwise nothing changes. */
  readonly registersCommands: boolean
  /** Null when it cannot be opened. */
  readonly database: Database | null
  readonly clock: () => Date
}

/** A harmless test of each connection, for the server and for `npm run check-settings`. */
export function openConnectionChecks(connected: Connected): readonly ConnectionCheck[] {
  const { config, paypal, stripe, steam, discordBot, gameServer, database, clock } = connected
  const { publicOrigin } = config
  const checkPayments = async (provider: PayPal | StripeCheckout, address: string) => {
    const found = await Promise.all([
      provider.check(`${publicOrigin}${address}`),
      // A database without its tables, or that is away, has a test of its own.
      database ? findSilence({ database, clock }, provider.name).catch(() => []) : [],
    ])
    return found.flat()
  }
  const adapter = (name: 'priority-file' | 'cftools' | 'lb-core'): ConnectionCheck => {
    const found = connected.perkAdapters.find((one) => one.name === name)
    return { name, run: found ? async (stopped) => judge(await found.check(stopped), name) : null }
  }
  return [
    { name: 'paypal', run: () => checkPayments(paypal, receivePayPal.path) },
    { name: 'stripe', run: () => checkPayments(stripe, receiveStripe.path) },
    {
      name: 'discord',
      run: async (stopped) => {
        const redirectUrl = `${publicOrigin}/api/auth/callback/discord`
        const found = await Promise.all([
          checkDiscord(config.discord, connected.discordCalls, redirectUrl),
          checkCommands(connected, stopped),
        ])
        return found.flat()
      },
    },
    { name: 'discord-bot', run: checkBot(connected, discordBot) },
    { name: 'steam', run: () => steam.check() },
    {
      name: 'game-server',
      run: gameServer && ((stopped) => checkGame(config, gameServer, stopped)),
    },
    adapter('priority-file'),
    adapter('cftools'),
    adapter('lb-core'),
    { name: 'database', run: database && (() => checkOpened(database)) },
    ...checkFolder(connected),
    {
      name: 'clock',
      run: () => {
        const { discord, stripe: card } = config
        return checkClock([config.paypal.apiOrigin, card.apiOrigin, discord.origin], clock)
      },
    },
    { name: 'settings', run: () => Promise.resolve(checkNames(config)) },
  ]
}

async function checkOpened(database: Database): Promise<readonly Finding[]> {
  try {
    return await checkDatabase(database)
  } catch (error) {
    const detail = startAdvice(error) ?? String(error)
    return [failedCall({ outcome: 'unavailable', detail })]
  }
}

/** Only the embedded database writes files. Before its first start its folder may be missing. */
function checkFolder({ config, database }: Connected): readonly ConnectionCheck[] {
  if (config.database.kind !== 'embedded') return []
  const { directory } = config.database
  return [
    { name: 'disk', run: () => checkDisk(database ? directory : findNearestFolder(directory)) },
  ]
}

function findNearestFolder(directory: string): string {
  return existsSync(directory) ? directory : findNearestFolder(path.dirname(directory))
}

function checkBot({ config, readRoles }: Connected, bot: Bot | null): ConnectionCheck['run'] {
  const id = config.discordBot?.guildId
  if (!bot || id === undefined) return null
  return async (stopped) =>
    judge(await checkRoles({ bot, id }, readRoles(), stopped), 'discord-bot')
}

async function checkCommands(
  { config, discordBot: bot, registersCommands: isRegistering }: Connected,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  const { publicKey = null, staffChannelId = null } = config.discordBot ?? {}
  if (!bot || publicKey === null) return []
  const applicationId = config.discord.clientId
  const address = `${config.publicOrigin}${receiveDiscord.path}`
  const commands = listCommands()
  const wanted = { applicationId, publicKey, address, commands, isRegistering, staffChannelId }
  return checkInteractions(bot, wanted, stopped)
}

async function checkGame(
  { gameServer }: Config,
  game: GameServer,
  stopped: AbortSignal,
): Promise<readonly Finding[]> {
  const reading = await game.read(stopped)
  const { outcome } = reading
  if (outcome === 'ok') return []
  const { detail } = reading
  if (outcome === 'limited') return [{ level: 'warning', code: 'limited', detail }]
  if (outcome === 'refused' || gameServer?.source !== 'a2s') return [failedCall(reading)]
  return [{ level: 'fault', code: reading.isNoGame ? 'not_a_game' : 'game_silent', detail }]
}

function judge(result: CheckResult | AdapterFault, name: ConnectionName): readonly Finding[] {
  if (result.outcome === 'ready') {
    const missing = result.notes.find(({ code }) => code === 'file_missing')
    // Of priority.txt alone: the game writes it rarely, and the folder may be a wrong one.
    if (!missing || name !== 'priority-file') return []
    return [{ level: 'warning', code: 'file_missing', detail: missing.detail }]
  }
  const { code, detail } = result
  if (outcomeByFault[code] === 'needs_owner') return [{ level: 'fault', code, detail }]
  // Cut off by us, because nothing came.
  const isSilent = code === 'unreachable' || code === 'interrupted'
  return [isSilent ? failedCall({ outcome: code, detail }) : { level: 'warning', code, detail }]
}

function checkNames({ paypal, stripe }: Config): readonly Finding[] {
  const misspelt = listMisspelt().map((detail): Finding => ({
    level: 'warning',
    code: 'setting_misspelt',
    detail,
  }))
  if (paypal.mode === stripe.mode) return misspelt
  const detail = `PayPal: ${paypal.mode}, Stripe: ${stripe.mode}`
  return [...misspelt, { level: 'warning', code: 'modes_differ', detail }]
}
