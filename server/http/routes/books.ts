import * as contract from '#contract/books.ts'
import type { App } from '#server/http/environment.ts'
import { serve } from '#server/http/serve.ts'
import type { Services } from '#server/services/context.ts'
import { readBooks, writeBooks } from '#server/services/payments/books.ts'

/** What came in and went out in a month. */
export function bookRoutes(app: App, services: Services): void {
  serve(app, contract.readBooks, ({ query: { month } }) => readBooks(services, month))
  serve(app, contract.downloadBooks, ({ context, query: { month } }) => {
    const { name, lines } = writeBooks(services, month)
    const body = new ReadableStream<Uint8Array>({
      async pull(controller) {
        const { value, done } = await lines.next()
        if (done === true) controller.close()
        else controller.enqueue(encoder.encode(value))
      },
      async cancel() {
        await lines.return(undefined)
      },
    })
    return context.body(body, 200, {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${name}"`,
    })
  })
}

const encoder = new TextEncoder()
