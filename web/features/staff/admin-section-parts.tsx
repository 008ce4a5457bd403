import type { ReactNode } from 'react'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useTypedSearch } from '#web/ui/use-typed-search.ts'
import { maxSearchLength } from './admin-address.ts'
import { Mark } from './admin-marks.tsx'
import { failureText } from './admin-texts.ts'
import type { PagedList } from './use-admin-data.ts'

interface SectionHeaderProps {
  readonly title: string
  readonly lead: string
  readonly isLoading: boolean
  readonly onReload: () => void
  /** The level of the heading; 3 within a section. */
  readonly level?: 2 | 3
}

/** The title of a section and a button that reloads it. */
export function SectionHeader(props: SectionHeaderProps) {
  const { title, lead, isLoading, onReload, level = 2 } = props
  const Heading = `h${level}` as const
  return (
    <header className="mb-6">
      <div className="flex items-center justify-between gap-x-6">
        <Heading className="text-2xl">
          <KrText>{title}</KrText>
        </Heading>
        <Button
          tone="quiet"
          icon={<Mark name="refresh" />}
          pending={isLoading}
          onClick={onReload}
          className="-mr-3 shrink-0 sm:-mr-5"
        >
          <span className="sr-only sm:not-sr-only">{m.admin_reload()}</span>
        </Button>
      </div>
      <p className="mt-1 max-w-2xl text-muted">{lead}</p>
    </header>
  )
}

interface SearchFieldProps {
  /** Describes the searchable fields. */
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

/** A search field that searches when the typing pauses. */
export function SearchField({ hint, search, onSearch, className }: SearchFieldProps) {
  const [draft, setDraft] = useTypedSearch(search, onSearch)
  return (
    <TextField
      type="search"
      label={m.admin_search()}
      hint={hint}
      maxLength={maxSearchLength}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      value={draft}
      onChange={(event) => setDraft(event.target.value)}
      {...(className !== undefined && { className })}
    />
  )
}

interface LoadFailureProps {
  readonly failure: unknown
  readonly onRetry: () => void
}

/** A list or figures could not be loaded. */
export function LoadFailure({ failure, onRetry }: LoadFailureProps) {
  return (
    <Notice
      live
      tone="error"
      title={m.admin_load_failed()}
      className="mb-6"
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.admin_retry()}
        </Button>
      }
    >
      {failureText(failure)}
    </Notice>
  )
}

interface PagedItemsProps<Item> {
  readonly list: PagedList<Item>
  /** The accessible name of the list. */
  readonly label: string
  /** Shown when there are no entries at all. */
  readonly none: string
  readonly isFiltered: boolean
  readonly onClearFilters: () => void
  readonly children: (item: Item) => ReactNode
}

/** A list in all its states: loading, failed, empty, without results, and loaded page by page. */
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
        <EmptyList none={none} isFiltered={isFiltered} onClearFilters={onClearFilters} />
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

function EmptyList({ none, isFiltered, onClearFilters }: NothingProps) {
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

interface LoadMoreProps<Item> {
  readonly list: PagedList<Item>
  readonly label: string
}

/** The end of a list: a button for the next page, and the reason why that failed. */
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

/** A placeholder for the rows of a list. */
export function LoadingRows() {
  return (
    <div className="grid gap-3">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  )
}
