import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { PublicServer } from '#contract/site.ts'
import { restartsAround } from '#domain/server-status.ts'
import { queryGameServer } from '#server/providers/a2s/a2s.ts'
import { readFromBattleMetrics } from '#server/providers/battlemetrics/battlemetrics.ts'
import type { CallInstrumentation, NoteConnection } from '#server/providers/call-instrumentation.ts'
import { createCftools } from '#server/providers/cftools/cftools.ts'
import { createBot, type Bot } from '#server/providers/discord/bot.ts'
import { createInteractions } from '#server/providers/discord/interactions.ts'
import { createChannelMessages } from '#server/providers/discord/channel-messages.ts'
import { createDirectMessages } from '#server/providers/discord/direct-messages.ts'
import { createDiscordRoles } from '#server/providers/discord/roles.ts'
import { createDiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { createStaffChannel } from '#server/providers/discord/staff-channel.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import { createLbCore, type LbGame } from '#server/providers/lb-core/lb-core.ts'
import type { PerkAdapter } from '#server/providers/perk-adapter.ts'
import { createPriorityFile } from '#server/providers/priority-file/priority-file.ts'
import { createPriorityPull } from '#server/providers/priority-file/priority-pull.ts'
import { createPayPalProvider } from '#server/providers/paypal/paypal-provider.ts'
import { createSteam } from '#server/providers/steam/steam.ts'
import { createStripeCheckout } from '#server/providers/stripe/stripe-checkout.ts'
import type { Services } from '#server/services/context.ts'
import type { Site } from '#server/services/site/site.ts'
import {
  keepCftoolsIds,
  keepGivenRoles,
  keepHostKeys,
} from '#server/services/perks/adapter-memory.ts'
import { openPulledList } from '#server/services/perks/priority-pulls.ts'
import type { Config, GameServerConfig } from './config.ts'
import { instrumentProvider } from './instrumentation.ts'
import { traceStorage } from './logging.ts'
import type { Metrics } from './metrics.ts'

/** Every provider, each with its instrumentation. */
export function openProviders(
  config: Config,
  log: Logger,
  metrics: Pick<Metrics, 'countProviderCall'>,
  noteConnection: NoteConnection,
) {
  const telemetry = { log, metrics, noteConnection }
  const discord = instrumentProvider(telemetry, 'discord')
  const discordBot = config.discordBot && createBot(config.discordBot, discord)
  const { origin } = config.discord
  const { publicKey = null, staffChannelId: channelId = null } = config.discordBot ?? {}
  const byBot = discordBot && channelId !== null ? { bot: discordBot, channelId } : null
  return {
    paypal: createPayPalProvider(config.paypal, instrumentProvider(telemetry, 'paypal')),
    stripe: createStripeCheckout(config.stripe, instrumentProvider(telemetry, 'stripe')),
    postToStaff: createStaffChannel(config.discord.webhookUrl, discord, byBot),
    discordBot,
    discordCalls: discord,
    cftoolsCalls: instrumentProvider(telemetry, 'cftools'),
    directMessages: discordBot && createDirectMessages(discordBot),
    interactions: publicKey === null ? null : createInteractions({ origin, publicKey }, discord),
    channelMessages: discordBot && createChannelMessages(discordBot),
    discordSignIn: createDiscordSignIn(config.discord, discord),
    steam: createSteam(config.steam, instrumentProvider(telemetry, 'steam')),
    gameServer:
      config.gameServer &&
      createGameServer(
        config.gameServer,
        instrumentProvider(telemetry, 'game-server', { routine: true }),
      ),
  }
}

interface Delivering extends Pick<Services, 'clock'> {
  readonly database: Pick<Services['database'], 'db'>
  readonly site: { current(): Pick<Site, 'server' | 'discordRoles'> }
}

interface PerkOutside {
  /** Null where nothing is delivered by it. */
  readonly game: LbGame | null
  readonly bot: Bot | null
  readonly cftoolsCalls: CallInstrumentation
}

/** How perks are delivered by these settings. The sandbox gets them without anybody's consent. */
export function openPerkAdapters(
  config: Config,
  services: Delivering,
  { game, bot, cftoolsCalls }: PerkOutside,
): readonly PerkAdapter[] {
  const { cftools, lbCore, discordBot } = config
  const { database, clock, site } = services
  const adapters: PerkAdapter[] = []
  const queue = openPriorityQueue(config, services)
  if (queue) adapters.push(atRestarts(queue, () => site.current().server, clock))
  if (cftools) {
    const { isSandbox: isOnFromStart, ...account } = cftools
    const ids = keepCftoolsIds(database)
    adapters.push(createCftools({ ...account, clock, ids, isOnFromStart }, cftoolsCalls))
  }
  if (lbCore && game) {
    const readPrefix = () => site.current().server.nameTagPrefix
    adapters.push(createLbCore({ game, readPrefix, clock, isOnFromStart: lbCore.isSandbox }))
  }
  const readRoles = () => site.current().discordRoles
  if (discordBot && bot && readRoles().length > 0) {
    const { guildId, isSandbox: isOnFromStart } = discordBot
    const given = keepGivenRoles(database, guildId)
    adapters.push(createDiscordRoles({ bot, guildId, readRoles, given, isOnFromStart }))
  }
  return adapters
}

/** Either we write the file, or a script fetches its ids. */
function openPriorityQueue(
  { priorityFile, priorityPullToken }: Pick<Config, 'priorityFile' | 'priorityPullToken'>,
  { database, clock }: Delivering,
): PerkAdapter | null {
  if (priorityPullToken !== null)
    return createPriorityPull({ list: openPulledList(database), clock })
  if (!priorityFile) return null
  const { hostKey: fingerprint, isSandbox: isOnFromStart, ...settings } = priorityFile
  const hostKeys = keepHostKeys(database, 'priority-file')
  return createPriorityFile({ ...settings, fingerprint, hostKeys, isOnFromStart })
}

/** An adapter of a game that may read what is delivered only when it restarts. */
export function atRestarts(
  adapter: PerkAdapter,
  readServer: () => Pick<PublicServer, 'readsPriorityAtRestart' | 'restarts'>,
  clock: () => Date,
): PerkAdapter {
  return {
    ...adapter,
    apply: async (...run) => {
      const result = await adapter.apply(...run)
      const { readsPriorityAtRestart, restarts } = readServer()
      if (result.outcome !== 'applied' || !readsPriorityAtRestart) return result
      return { ...result, restarts: restartsAround(restarts, clock()) }
    },
  }
}

/**
 * Creates the source that the settings choose. A timer of the process polls it, outside of any
 * request or job, so each call has its own trace.
 */
export function createGameServer(config: GameServerConfig, calls: CallInstrumentation): GameServer {
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(config)).digest('base64url'),
    read: (stopped) =>
      traceStorage.run({ requestId: randomUUID(), job: 'server-status' }, () =>
        calls.watch(config.source, () =>
          config.source === 'battlemetrics'
            ? readFromBattleMetrics(config, stopped, calls.headers())
            : queryGameServer(config, stopped),
        ),
      ),
  }
}
