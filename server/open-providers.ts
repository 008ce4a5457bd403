import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import type { Config } from './config.ts'
import type { Metrics } from './metrics/metrics.ts'
import { createDiscordSignIn } from './providers/discord/sign-in.ts'
import { createStaffChannel } from './providers/discord/staff-channel.ts'
import { createGameServer } from './providers/game-server/create-game-server.ts'
import type { GameServer } from './providers/game-server/game-server.ts'
import { createPayPalProvider } from './providers/payments/paypal/paypal-provider.ts'
import { createStripeCheckout } from './providers/payments/stripe/stripe-checkout.ts'
import { createSteam } from './providers/steam/create-steam.ts'
import { runTraced } from './trace.ts'
import { watchProvider } from './watch-providers.ts'

/** All who are asked over the network, each with somebody who looks on. */
export function openProviders(config: Config, log: Logger, metrics: Metrics) {
  const watching = { log, metrics }
  const discord = watchProvider(watching, 'discord')
  return {
    payments: createPayPalProvider(config.paypal, watchProvider(watching, 'paypal')),
    cards: createStripeCheckout(config.stripe, watchProvider(watching, 'stripe')),
    postToStaff: createStaffChannel(config.discord.webhookUrl, discord),
    discordSignIn: createDiscordSignIn(config.discord, discord),
    steam: createSteam(config.steam, watchProvider(watching, 'steam')),
    gameServer:
      config.gameServer &&
      tracedGameServer(
        createGameServer(
          config.gameServer,
          watchProvider(watching, 'game-server', { routine: true }),
        ),
      ),
  }
}

/** Nobody's request and no job of the queue asks it, but a clock of each process. */
function tracedGameServer(gameServer: GameServer): GameServer {
  return {
    ...gameServer,
    read: (stopped) =>
      runTraced({ requestId: randomUUID(), job: 'server-status' }, () => gameServer.read(stopped)),
  }
}
