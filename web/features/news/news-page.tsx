import { Link } from '#web/app/links.tsx'
import { queryClient, useServerData } from '#web/app/query-client.ts'
import { documentListQuery, documentPath, foreignLanguage } from '#web/features/guides/documents.ts'
import { DocumentsFailure, DocumentsLoading } from '#web/features/guides/documents-states.tsx'
import { SavedVersionNotice } from '#web/features/guides/saved-version-notice.tsx'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

export const firstView = () => [documentListQuery('news')]

export const preload = () => queryClient.ensureQueryData(documentListQuery('news'))

export default function NewsPage() {
  const { state, isFetching, refetch } = useServerData(documentListQuery('news'))
  if (state.status === 'waiting') return <DocumentsLoading />
  if (state.status === 'failed') {
    return <DocumentsFailure isFetching={isFetching} onRetry={refetch} />
  }
  const news = state.value.documents
  return (
    <div className="page">
      <SavedVersionNotice />
      <PageHeading eyebrow={m.news_eyebrow()} title={m.news_title()} lead={m.news_lead()} />
      {news.length === 0 && <Notice title={m.news_empty_title()}>{m.news_empty_text()}</Notice>}
      <ul className="grid max-w-3xl gap-4">
        {news.map((item) => (
          <li key={item.slug}>
            <Link href={documentPath(item)} className="tile-link cut cut-size-20 block p-5 sm:p-7">
              <time dateTime={item.changed} className="text-sm text-muted">
                {formatLongDay(item.changed)}
              </time>
              <span lang={foreignLanguage(item)}>
                <span className="mt-1 block font-display text-xl font-bold">{item.title}</span>
                <span className="mt-2 block text-muted">{item.description}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
