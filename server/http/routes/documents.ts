import * as contract from '#contract/documents.ts'
import { addressOf } from '#contract/endpoint.ts'
import { defaultLanguage } from '#contract/language.ts'
import { documentAddresses, documentKinds } from '#contract/paths.ts'
import type { App } from '#server/http/environment.ts'
import { cacheResponse, type CachedResponse, type FindAnswer } from '#server/http/response-cache.ts'
import { serve } from '#server/http/serve.ts'
import type { EventHub } from '#server/realtime/event-hub.ts'
import type { Services } from '#server/services/context.ts'
import type { Documents } from '#server/services/documents/documents.ts'
import {
  describeTexts,
  previewText,
  readText,
  saveText,
} from '#server/services/documents/saved-documents.ts'
import { addTextPicture } from '#server/services/documents/text-pictures.ts'
import { decodeDataUrl } from '#server/services/images/images.ts'
import { ServiceError } from '#server/services/service-error.ts'

/** An event of another process may have been missed. */
const keptMilliseconds = 1000
/** The texts of another version have another address. */
const oneYear = 'public, max-age=31536000, immutable'

/** The answers about texts that are the same for everybody. */
export type DocumentAnswers = ReturnType<typeof cacheDocuments>

export function cacheDocuments(
  { documents, edits }: Pick<Services, 'documents' | 'edits'>,
  hub?: EventHub,
) {
  const answers = new Map<string, CachedResponse>()
  const find: FindAnswer = (asked) => {
    const address = readerAt(asked, documents.current())?.address
    if (address === undefined) return undefined
    const known = answers.get(address)
    if (known) return known
    const make = async () => {
      await edits.refresh()
      return readerAt(address, documents.current())?.read()
    }
    const answer = cacheResponse(make, {
      milliseconds: keptMilliseconds,
      ...(hub && { changedBy: { hub, event: 'documents' } }),
    })
    answers.set(address, answer)
    return answer
  }
  return {
    /** The answer at an address of lists, texts and the search; undefined where nothing exists. */
    find,
    /** Call it after a change: later readers get the new answers. */
    forget: () => answers.forEach((answer) => answer.forget()),
  }
}

interface AnswerReader {
  /** The one address of the answer; visitors may write others, with words that mean nothing. */
  readonly address: string
  readonly read: () => unknown
}

function readerAt(asked: string, documents: Documents): AnswerReader | null {
  const { pathname = '', searchParams } = URL.parse(asked, 'http://localhost') ?? {}
  const values = Object.fromEntries(searchParams ?? [])
  const { data: query } = contract.listDocuments.query.safeParse(values)
  if (!query) return null
  const { language, kind: listed } = query
  const at = (endpoint: { readonly path: string }, read: () => unknown) => ({
    address: addressOf(endpoint, { query: { language } }),
    read,
  })
  if (pathname === documentAddresses.list) {
    return {
      address: addressOf(contract.listDocuments, { query }),
      read: () => documents.list(language, listed),
    }
  }
  if (pathname === contract.readSearchTexts.path) {
    return at(contract.readSearchTexts, () => documents.searchTexts(language))
  }
  const [name, slug = '', ...rest] = pathname.slice(documentAddresses.list.length + 1).split('/')
  const kind = documentKinds.find((known) => known === name)
  if (!kind || rest.length > 0 || !documents.has(kind, slug)) return null
  return at({ path: pathname }, () => documents.read(kind, slug, language))
}

/** Guides, rules, legal texts and news, for everybody and for those who edit them. */
export function documentRoutes(app: App, services: Services, answers: DocumentAnswers): void {
  const answerAt = (address: string): CachedResponse => {
    const answer = answers.find(address)
    if (!answer) throw new ServiceError('not_found')
    return answer
  }
  serve(app, contract.listDocuments, ({ context, query }) =>
    answerAt(addressOf(contract.listDocuments, { query })).send(context),
  )
  serve(app, contract.readSearchTexts, async ({ context, query: { language, version } }) => {
    const address = addressOf(contract.readSearchTexts, { query: { language } })
    const response = await answerAt(address).send(context)
    const isCurrent = version === services.documents.current().versionOf(language)
    if (isCurrent) response.headers.set('cache-control', oneYear)
    return response
  })
  serve(app, contract.readDocument, ({ context, params, query }) =>
    answerAt(addressOf(contract.readDocument, { params, query })).send(context),
  )
  serve(app, contract.listTexts, () => describeTexts(services))
  serve(app, contract.readText, ({ params }) => readText(services, params))
  serve(app, contract.saveText, async ({ staff, params, body }) => {
    const text = await saveText(services, staff, params, body)
    answers.forget()
    return text
  })
  serve(app, contract.resetText, async ({ staff, params, query: { version = null } }) => {
    const text = await saveText(services, staff, params, { text: null, version })
    answers.forget()
    return text
  })
  serve(app, contract.addTextPicture, async ({ body: { picture } }) => ({
    address: await addTextPicture(services, decodeDataUrl(picture)),
  }))
  serve(app, contract.previewText, ({ body: { text, ...place } }) => {
    const { kind, slug = 'preview', language = defaultLanguage } = place
    return previewText(services, { kind, slug, language }, text)
  })
}
