import type { Hono } from 'hono'
import { createApp } from '#server/http/app.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import type { MakePages } from '#server/http/pages/page-routes.ts'
import { createMetrics } from '#server/app/metrics.ts'
import { createDiscordSignIn } from '#server/providers/discord/sign-in.ts'
import { startEventHub } from '#server/realtime/event-hub.ts'
import { createExporter } from '#server/services/shop-archive/export-shop.ts'
import { createLbMailbox } from '#server/services/perks/lb-mailbox.ts'
import type { Services } from '#server/services/context.ts'
import { createAuth } from '#server/services/accounts/auth.ts'
import { announceNothing } from '#test/factories/announce.ts'
import { noInstrumentation } from '#test/no-instrumentation.ts'
import { noPages } from '#test/shop.ts'

/** Every route of the app except its pages, `PATCH /api/orders/:id`, in alphabetical order. */
export function readRoutesOfApp(services: Services): Promise<readonly string[]> {
  return lookAtApp(services, noPages, ({ routes }) => {
    const own = routes.filter(({ method }) => method !== 'ALL')
    return [...new Set(own.map(({ method, path }) => `${method} ${path}`))].toSorted()
  })
}

/** The name of the router that Hono has chosen for the app's routes and these pages. */
export function readRouterOfApp(services: Services, pages: MakePages): Promise<string> {
  return lookAtApp(services, pages, ({ router }) => {
    router.match('GET', '/')
    return router.name
  })
}

async function lookAtApp<Seen>(
  services: Services,
  pages: MakePages,
  look: (app: Hono<HttpEnvironment>) => Seen,
): Promise<Seen> {
  const { config, database, log } = services
  const hub = await startEventHub(database)
  try {
    const discordSignIn = createDiscordSignIn(config.discord, noInstrumentation)
    const auth = createAuth({ config, database, discordSignIn, log })
    return look(
      createApp({
        services,
        auth,
        hub,
        announce: announceNothing,
        lbMailbox: createLbMailbox(services),
        exportShop: createExporter(services, { version: 'test', isStopping: () => false }),
        pages,
        metrics: createMetrics(database, 'test'),
        isStopping: () => false,
      }),
    )
  } finally {
    await hub.stop()
  }
}
