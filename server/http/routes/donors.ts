import * as contract from '#contract/donors.ts'
import type { Services } from '#server/services/context.ts'
import { rankDonors } from '#server/services/donors/donors.ts'
import type { App } from '#server/http/environment.ts'
import { jsonFile, sendFile } from '#server/http/send-file.ts'
import { serve } from '#server/http/serve.ts'

/** The donor ranking, for everybody. Not cached: a new donor wants to see their place. */
export function donorRoutes(app: App, { database, paypal, site }: Services): void {
  serve(app, contract.rankDonors, async ({ context }) => {
    context.header('cache-control', 'no-cache')
    const { ranks } = site.current()
    const ranking: readonly contract.Donor[] = await rankDonors(database, paypal.mode, ranks)
    return sendFile(context, jsonFile(ranking))
  })
}
