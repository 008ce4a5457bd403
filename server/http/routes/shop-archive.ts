import type { Context } from 'hono'
import * as contract from '#contract/shop-archive.ts'
import type { App, HttpEnvironment } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import { staffAudience } from '#server/services/notify-events.ts'
import type { createExporter } from '#server/services/shop-archive/export-shop.ts'

interface ExportParts {
  readonly exportShop: ReturnType<typeof createExporter>
  readonly hub: Pick<EventHub, 'sendHere'>
  /** Of the browser that asks: its pages show how far the export is. */
  readonly readAudiences: (context: Context<HttpEnvironment>) => Promise<readonly string[]>
}

/** All that the shop has, as one file. */
export function shopArchiveRoutes(app: App, { exportShop, hub, readAudiences }: ExportParts): void {
  serve(app, contract.exportShop, async ({ context, staff }) => {
    const audience = (await readAudiences(context)).find((one) => one !== staffAudience)
    const { name, body } = await exportShop({
      admin: staff,
      report: (data) => audience !== undefined && hub.sendHere(audience, { name: 'export', data }),
    })
    return context.body(body, 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${name}"`,
    })
  })
}
