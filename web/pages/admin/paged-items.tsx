import type { ReactNode } from 'react'
import type { PagedList } from '#web/admin/use-paged-list.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { LoadFailure } from './load-failure.tsx'
import { LoadingRows, LoadMore } from './load-more.tsx'

interface PagedItemsProps<Item> {
  readonly list: PagedList<Item>
  /** What the list is called where it cannot be seen. */
  readonly label: string
  /** Said when there is nothing at all. */
  readonly none: string
  readonly isFiltered: boolean
  readonly onClearFilters: () => void
  readonly children: (item: Item) => ReactNode
}

/** A list in all its states: on its way, broken, empty, found nothing, and what there is, page by page. */
export function PagedItems<Item extends { readonly id: string | number }>(
  props: PagedItemsProps<Item>,
) {
  const { list, label, none, isFiltered, onClearFilters, children } = props
  const count = formatNumber(list.items?.length ?? 0)
  return (
    <>
      {list.failure !== null && <LoadFailure failure={list.failure} onRetry={list.reload} />}
      <p aria-live="polite" className="mb-3 min-h-lh text-sm text-muted">
        {list.isLoading
          ? list.items === null && m.admin_reloading()
          : list.items !== null &&
            list.items.length > 0 &&
            (list.hasMore ? m.admin_kr_shown_of_more({ count }) : m.admin_kr_shown({ count }))}
      </p>
      {list.items === null && list.isLoading && <LoadingRows />}
      {list.items?.length === 0 && !list.isLoading && list.failure === null && (
        <Nothing none={none} isFiltered={isFiltered} onClearFilters={onClearFilters} />
      )}
      {list.items !== null && list.items.length > 0 && (
        <div
          aria-busy={list.isLoading}
          className="transition-opacity duration-200 aria-busy:opacity-60"
        >
          <ul aria-label={label} className="border-t border-line">
            {list.items.map((item) => (
              <li key={item.id} className="border-b border-line py-4 hover:bg-surface sm:px-3">
                {children(item)}
              </li>
            ))}
          </ul>
          <LoadMore list={list} label={m.admin_kr_more()} />
        </div>
      )}
    </>
  )
}

interface NothingProps {
  readonly none: string
  readonly isFiltered: boolean
  readonly onClearFilters: () => void
}

function Nothing({ none, isFiltered, onClearFilters }: NothingProps) {
  if (!isFiltered) return <Notice>{none}</Notice>
  return (
    <Notice
      title={m.admin_kr_not_found()}
      action={
        <Button tone="secondary" onClick={onClearFilters}>
          {m.admin_filters_clear()}
        </Button>
      }
    >
      {m.admin_kr_not_found_text()}
    </Notice>
  )
}
