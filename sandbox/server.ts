import { createServer, type Server } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { assetRoutes } from './assets.ts'
import { controlRoutes } from './control.ts'
import { createDiscord } from './discord/stand-in.ts'
import { createFaults } from './faults.ts'
import { frontPage } from './front-page.ts'
import { createLog } from './log.ts'
import { createPayPal } from './paypal/stand-in.ts'
import type { HostedButton } from './paypal/state.ts'
import { answerAsProviders } from './provider-calls.ts'
import { refuseForeign } from './refuse-foreign.ts'
import type { SandboxContext, SandboxEnv } from './stand-in.ts'
import { createStripe } from './stripe/stand-in.ts'
import type { PriceOffer } from './stripe/state.ts'
import { createSteam } from './steam/stand-in.ts'

export interface SandboxOptions {
  /** 0 takes any free port. */
  readonly port: number
  /** Where sign-ins return to and webhooks go; no trailing slash. */
  readonly productOrigin: string
  readonly hostedButtons?: readonly HostedButton[]
  /** What the owner made at Stripe. */
  readonly prices?: readonly PriceOffer[]
}

export interface RunningSandbox {
  readonly origin: string
  close(): Promise<void>
}

/** Starts all stand-ins on one loopback port. Rejects when the port is taken. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const server = createServer()
  const origin = `http://127.0.0.1:${await listenOnLoopback(server, options.port)}`
  const context: SandboxContext = {
    origin,
    productOrigin: options.productOrigin,
    log: createLog(),
    faults: createFaults(),
  }
  const discord = createDiscord(context)
  const paypal = await createPayPal(context, options.hostedButtons ?? [])
  const stripe = createStripe(context, options.prices ?? [])
  const standIns = [discord, paypal, stripe, createSteam(context)]

  const app = new Hono<SandboxEnv>()
  app.use('/_sandbox/*', refuseForeign)
  app.get('/', () => frontPage(context, standIns))
  app.get('/healthz', (c) => c.text('ok'))
  app.route('/', assetRoutes())
  app.route(
    '/',
    controlRoutes(context, standIns, {
      paypal: paypal.moneyControls,
      stripe: stripe.moneyControls,
    }),
  )
  app.use(answerAsProviders(context, standIns))
  for (const standIn of standIns) app.route('/', standIn.routes)
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false })
  server.on('request', (request, response) => void listener(request, response))

  return {
    origin,
    async close() {
      for (const standIn of standIns) standIn.reset()
      server.closeAllConnections()
      await closed(server)
    },
  }
}

async function listenOnLoopback(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, '127.0.0.1', resolve)
  await promise
  server.off('error', reject)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('not listening on a port')
  return address.port
}

function closed(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  return promise
}
