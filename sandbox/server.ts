import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { assetRoutes } from './page.ts'
import { createCftools } from './cftools/cftools.ts'
import { controlRoutes, refuseForeign } from './control.ts'
import { createDiscord } from './discord/discord.ts'
import { createFaults } from './faults.ts'
import { frontPage } from './front-page.ts'
import { createA2s } from './game-server/a2s.ts'
import { createBattleMetrics } from './game-server/battlemetrics.ts'
import {
  createGameServer,
  gameServerControls,
  type GameServerIdentity,
  someGameServer,
} from './game-server/state.ts'
import { createGame } from './game/game.ts'
import { listenOnLoopback } from './listen.ts'
import { createLog } from './log.ts'
import { createPayPal } from './paypal/paypal.ts'
import type { HostedButton } from './paypal/state.ts'
import { answerAsProviders } from './provider-calls.ts'
import type { SandboxContext, SandboxEnv } from './fake-provider.ts'
import { createStripe } from './stripe/stripe.ts'
import { createSteam } from './steam/steam.ts'

export interface SandboxOptions {
  /** TCP for HTTP and SFTP, UDP for A2S; 0 takes any free port. */
  readonly port: number
  /** Where sign-ins return to and webhooks go; no trailing slash. */
  readonly productOrigin: string
  readonly hostedButtons?: readonly HostedButton[]
  readonly gameServer?: GameServerIdentity
  /** Whether the game's LB Core asks the product from the start. */
  readonly asksProduct?: boolean
  /** How many messages Discord takes in two seconds; as many as the real one by default. */
  readonly messagesPerWindow?: number
}

export interface RunningSandbox {
  readonly origin: string
  close(): Promise<void>
}

/** Starts all fake providers on one loopback port. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const listening = await listenOnLoopback(options.port)
  // Its port is part of what the fakes are made with, so requests may come before they are there.
  const started = Promise.withResolvers<ReturnType<typeof getRequestListener>>()
  listening.server.on('request', (request, response) => {
    void started.promise.then((listener) => listener(request, response))
  })
  const origin = `http://127.0.0.1:${listening.port}`
  const context: SandboxContext = {
    origin,
    productOrigin: options.productOrigin,
    log: createLog(),
    faults: createFaults(),
  }
  const cftools = createCftools(context)
  const discord = createDiscord(context, options.messagesPerWindow)
  const paypal = await createPayPal(context, options.hostedButtons ?? [])
  const stripe = createStripe(context)
  const gameServer = createGameServer(options.gameServer ?? someGameServer)
  const game = createGame(context, {
    asksProduct: options.asksProduct ?? false,
    readQueue: cftools.queue,
    readRoles: discord.roles,
  })
  listening.onSsh(game.serveSsh)
  const fakes = [
    game.fake,
    createBattleMetrics(gameServer),
    createA2s(context, gameServer, listening.socket),
    // Before PayPal, which asks for its token at everything below `/v2/`.
    cftools,
    discord,
    paypal,
    stripe,
    createSteam(context),
  ]

  const app = new Hono<SandboxEnv>()
  app.use('/_sandbox/*', refuseForeign)
  app.get('/', () => frontPage(context, fakes))
  // Where PayPal and Stripe show the owner a dispute: its buttons are on the front page.
  for (const page of ['/resolutioncenter/view/:id', '/test/disputes/:id']) {
    app.get(page, (c) => c.redirect('/'))
  }
  app.get('/healthz', (c) => c.text('ok'))
  app.route('/', assetRoutes())
  app.route(
    '/',
    controlRoutes(context, fakes, {
      paypal: paypal.moneyControls,
      stripe: stripe.moneyControls,
    }),
  )
  app.route('/', gameServerControls(gameServer))
  app.route('/', game.controls)
  app.use(answerAsProviders(context, fakes))
  for (const fake of fakes) app.route('/', fake.routes)
  started.resolve(getRequestListener(app.fetch, { overrideGlobalObjects: false }))

  return {
    origin,
    async close() {
      for (const fake of fakes) fake.reset()
      await listening.close()
      await game.close()
    },
  }
}
