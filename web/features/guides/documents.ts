import { queryOptions } from '@tanstack/react-query'
import type { DocumentEntry, DocumentListKind } from '#contract/documents.ts'
import { addressOf } from '#contract/endpoint.ts'
import type { Language } from '#contract/language.ts'
import { documentAddresses, documentKinds, paths } from '#contract/paths.ts'
import { call } from '#web/app/api-client.ts'
import { queryKeys } from '#web/app/query-client.ts'
import { getLocale } from '#web/i18n/runtime.ts'

// Each page is loaded with its texts, and shown at once.
const staleTime = 30_000

const loadContract = () => import('#contract/documents.ts')

/** The texts of a kind in the page's language, or the latest news. */
export function documentListQuery(kind: DocumentListKind) {
  const query = { language: getLocale(), kind }
  return {
    ...queryOptions({
      queryKey: [...queryKeys.documents, kind],
      queryFn: () =>
        call(
          loadContract().then(({ listDocuments }) => listDocuments),
          { query },
        ),
      staleTime,
    }),
    address: addressOf({ path: documentAddresses.list }, { query }),
  }
}

/** A text in the page's language, by the path of its page. */
export function documentQuery(path: string) {
  const request = { params: documentAt(path), query: { language: getLocale() } }
  return {
    ...queryOptions({
      queryKey: [...queryKeys.documents, request.params.kind, request.params.slug],
      queryFn: () =>
        call(
          loadContract().then(({ readDocument }) => readDocument),
          request,
        ),
      staleTime,
    }),
    address: addressOf({ path: documentAddresses.one }, request),
  }
}

/** Throws for a path that is not below a kind. */
function documentAt(path: string) {
  const slug = path.slice(path.lastIndexOf('/') + 1)
  const kind = documentKinds.find((one) => paths.document(one, slug) === path)
  if (!kind) throw new Error(`${path} is no page of a text`)
  return { kind, slug }
}

export function documentPath({ kind, slug }: Pick<DocumentEntry, 'kind' | 'slug'>): string {
  return paths.document(kind, slug)
}

/** The `lang` attribute for words of a text: undefined if they are in the page's language. */
export function foreignLanguage({
  language,
}: Pick<DocumentEntry, 'language'>): Language | undefined {
  return language === getLocale() ? undefined : language
}
