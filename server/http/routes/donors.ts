import { Hono } from 'hono'
import type { DonorList } from '#contract/donors.ts'
import type { Services } from '#server/services/context.ts'
import { rankDonors } from '#server/services/donors/donors.ts'
import type { HttpEnvironment } from '#server/http/environment.ts'
import { jsonFile, sendFile } from '#server/http/send-file.ts'

/** The donor ranking, for everybody. Not cached: a new donor wants to see their place. */
export function donorRoutes({ database, paypal }: Services): Hono<HttpEnvironment> {
  return new Hono<HttpEnvironment>().get('/api/donors', async (context) => {
    context.header('cache-control', 'no-cache')
    const ranking: DonorList = await rankDonors(database, paypal.mode)
    return sendFile(context, jsonFile(ranking))
  })
}
