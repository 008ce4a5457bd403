import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatDate } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { readSavedAt, useOfflineCopies } from './save-offline.ts'
import { Notice } from '#web/ui/notice.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { useOnline } from '#web/app/subscriptions.ts'

/** Makes its pages available offline, and shows a notice on a saved copy. */
export function SavedVersionNotice() {
  const online = useOnline()
  const { data: savedAt = null } = useQuery(
    {
      queryKey: ['shown-copy', online],
      queryFn: () => findShownCopy(online),
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
    queryClient,
  )
  useOfflineCopies()

  return (
    <output className="block print:hidden">
      {savedAt !== null && (
        <Notice tone="warning" className="mb-6">
          {m.meta_saved_version({ date: formatDate(savedAt) })}
        </Notice>
      )}
    </output>
  )
}

/** The service worker marks a document that it serves from the copy, which it also does on a slow network. */
async function findShownCopy(online: boolean): Promise<string | null> {
  const { saved } = document.documentElement.dataset
  return saved ?? (online ? null : readSavedAt())
}
