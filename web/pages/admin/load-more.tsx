import { failureText } from '#web/admin/admin-texts.ts'
import type { PagedList } from '#web/admin/use-paged-list.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'

interface LoadMoreProps<Item> {
  readonly list: PagedList<Item>
  readonly label: string
}

/** The end of a list: its next page, and why that did not come. */
export function LoadMore<Item>({ list, label }: LoadMoreProps<Item>) {
  return (
    <>
      {list.moreFailure !== null && (
        <Notice live tone="error" title={m.admin_load_failed()} className="mt-6">
          {failureText(list.moreFailure)}
        </Notice>
      )}
      {list.hasMore && (
        <Button
          tone="secondary"
          className="mx-auto mt-6 flex"
          pending={list.isLoadingMore}
          pendingLabel={m.admin_reloading()}
          onClick={list.loadMore}
        >
          {label}
        </Button>
      )}
    </>
  )
}

/** Where the rows of a list will be. */
export function LoadingRows() {
  return (
    <div className="grid gap-3">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  )
}
