import * as contract from '#contract/documents.ts'
import { addressOf } from '#contract/endpoint.ts'
import { documentAddresses, documentSections } from '#contract/paths.ts'
import type { App } from '#server/http/environment.ts'
import type { FindAnswer } from '#server/http/pages/pages.ts'
import { cacheResponse, type CachedResponse } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import { ServiceError } from '#server/services/service-error.ts'

const keptMilliseconds = 3_600_000
/** The texts of another version have another address. */
const oneYear = 'public, max-age=31536000, immutable'

/** Finds the answer at an address of lists, texts and the search; none of what does not exist. */
export function cacheDocuments(
  { documents }: Pick<Services, 'documents'>,
  hub?: EventHub,
): FindAnswer {
  const answers = new Map<string, CachedResponse>()
  return (address) => {
    const read = readerAt(address, documents)
    if (!read) return undefined
    const known = answers.get(address)
    if (known) return known
    const answer = cacheResponse(async () => read(), {
      milliseconds: keptMilliseconds,
      ...(hub && { changedBy: { hub, event: 'documents' } }),
    })
    answers.set(address, answer)
    return answer
  }
}

function readerAt(address: string, documents: Services['documents']): (() => unknown) | null {
  const { pathname, searchParams } = new URL(address, 'http://localhost')
  const { data: query } = contract.listDocuments.query.safeParse(Object.fromEntries(searchParams))
  if (!query) return null
  const { language, kind } = query
  if (pathname === documentAddresses.list) return () => documents.list(language, kind)
  if (pathname === contract.readSearchTexts.path) return () => documents.searchTexts(language)
  const [name, slug = '', ...rest] = pathname.slice(documentAddresses.list.length + 1).split('/')
  const section = documentSections.find((known) => known === name)
  if (!section || rest.length > 0 || !documents.has(section, slug)) return null
  return () => documents.read(section, slug, language)
}

/** Guides, rules, legal texts and news, for everybody. */
export function documentRoutes(app: App, { documents }: Services, findAnswer: FindAnswer): void {
  const answerAt = (address: string): CachedResponse => {
    const answer = findAnswer(address)
    if (!answer) throw new ServiceError('not_found')
    return answer
  }
  serve(app, contract.listDocuments, ({ context, query }) =>
    answerAt(addressOf(contract.listDocuments, { query })).send(context),
  )
  serve(app, contract.readSearchTexts, async ({ context, query: { language, version } }) => {
    const address = addressOf(contract.readSearchTexts, { query: { language } })
    const response = await answerAt(address).send(context)
    if (version === documents.versionOf(language)) response.headers.set('cache-control', oneYear)
    return response
  })
  serve(app, contract.readDocument, ({ context, params, query }) =>
    answerAt(addressOf(contract.readDocument, { params, query })).send(context),
  )
}
