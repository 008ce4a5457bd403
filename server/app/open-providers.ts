import { createHash, randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { queryGameServer } from '#server/providers/a2s/a2s.ts'
import { readFromBattleMetrics } from '#server/providers/battlemetrics/battlemetrics.ts'
import type { CallInstrumentation } from '#server/providers/call-instrumentation.ts'
import { createDiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { createStaffChannel } from '#server/providers/discord/staff-channel.ts'
import type { GameServer } from '#server/providers/game-server.ts'
import { createPayPalProvider } from '#server/providers/paypal/paypal-provider.ts'
import { createSteam } from '#server/providers/steam/steam.ts'
import { createStripeCheckout } from '#server/providers/stripe/stripe-checkout.ts'
import type { Config, GameServerConfig } from './config.ts'
import { instrumentProvider } from './instrumentation.ts'
import { traceStorage } from './logging.ts'
import type { Metrics } from './metrics.ts'

/** Every provider, each with its instrumentation. */
export function openProviders(config: Config, log: Logger, metrics: Metrics) {
  const telemetry = { log, metrics }
  const discord = instrumentProvider(telemetry, 'discord')
  return {
    paypal: createPayPalProvider(config.paypal, instrumentProvider(telemetry, 'paypal')),
    stripe: createStripeCheckout(config.stripe, instrumentProvider(telemetry, 'stripe')),
    postToStaff: createStaffChannel(config.discord.webhookUrl, discord),
    discordSignIn: createDiscordSignIn(config.discord, discord),
    perkAdapters: [],
    steam: createSteam(config.steam, instrumentProvider(telemetry, 'steam')),
    gameServer:
      config.gameServer &&
      createGameServer(
        config.gameServer,
        instrumentProvider(telemetry, 'game-server', { routine: true }),
      ),
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
