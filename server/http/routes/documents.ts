import { addressOf } from '#contract/endpoint.ts'
import * as contract from '#contract/documents.ts'
import type { App } from '#server/http/environment.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

const keptMilliseconds = 3_600_000
/** The address of another version is another one. */
const oneYear = 'public, max-age=31536000, immutable'

/** Guides, rules, legal texts and news, for everybody. */
export function documentRoutes(app: App, { documents }: Services, hub: EventHub): void {
  const responses = new Map<string, CachedResponse>()
  /** Only for addresses that exist, of which there are few. */
  function cached(address: string, answer: () => unknown): CachedResponse {
    const known = responses.get(address)
    if (known) return known
    const response = cacheResponse(async () => answer(), {
      milliseconds: keptMilliseconds,
      changedBy: { hub, event: 'documents' },
    })
    responses.set(address, response)
    return response
  }
  serve(app, contract.listDocuments, ({ context, query }) => {
    const { language } = query
    const address = addressOf(contract.listDocuments, { query })
    return cached(address, () => documents.list(language)).send(context)
  })
  serve(app, contract.readSearchTexts, async ({ context, query: { language, version } }) => {
    const address = addressOf(contract.readSearchTexts, { query: { language } })
    const texts = cached(address, () => documents.searchTexts(language))
    const response = await texts.send(context)
    if (version === documents.list(language).version) {
      response.headers.set('cache-control', oneYear)
    }
    return response
  })
  serve(app, contract.readDocument, ({ context, params, query }) => {
    const read = () => documents.find(params.kind, params.slug, query.language)
    if (!read()) throw new ServiceError('not_found')
    return cached(addressOf(contract.readDocument, { params, query }), read).send(context)
  })
}
