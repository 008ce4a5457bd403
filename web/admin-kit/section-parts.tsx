import { useState, type ReactNode } from 'react'
import { Link } from '#web/app/links.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { SearchField } from './filters.tsx'
import { Mark } from './marks.tsx'
import { failureText } from './texts.ts'
import type { Loaded, PagedList } from './use-admin-data.ts'
import type { Elements } from '#web/ui/elements.ts'

interface SectionTexts {
  readonly title: string
  readonly lead: string
  /** The level of the heading; 3 within a section. */
  readonly level?: 2 | 3
}

interface SectionHeaderProps extends SectionTexts {
  readonly isLoading: boolean
  readonly onReload: () => void
}

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

interface ViewNavigationProps<View extends string> {
  readonly label: string
  readonly current: View
  readonly views: readonly { readonly id: View; readonly label: string }[]
  readonly addressOf: (view: View) => string
}

export function ViewNavigation<View extends string>(props: ViewNavigationProps<View>) {
  const { label, current, views, addressOf } = props
  return (
    <nav aria-label={label} className="mb-8">
      <ul className="flex flex-wrap gap-2">
        {views.map((view) => (
          <li key={view.id}>
            <Link
              href={addressOf(view.id)}
              aria-current={view.id === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center border px-4 font-display font-semibold transition-colors duration-150',
                view.id === current
                  ? 'border-crystal bg-crystal-deep text-crystal'
                  : 'border-line-strong text-muted hover:border-crystal hover:text-ink',
              )}
            >
              <KrText>{view.label}</KrText>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface LoadFailureProps {
  readonly title?: string
  readonly text: string
  readonly onRetry: () => void
}

export function LoadFailure({ title = m.admin_load_failed(), text, onRetry }: LoadFailureProps) {
  return (
    <Notice
      live
      tone="error"
      title={title}
      className="mb-6"
      action={
        <Button tone="secondary" onClick={onRetry}>
          {m.admin_retry()}
        </Button>
      }
    >
      {text}
    </Notice>
  )
}

interface LoadedSectionProps<Value> extends SectionTexts {
  readonly loaded: Loaded<Value>
  /** What chooses the figures, above them. */
  readonly choice?: Elements
  readonly loading?: string
  readonly skeletons: Elements
  readonly children: (value: Value) => ReactNode
}

/** A section of one response in all its states: loading, failed and loaded. */
export function LoadedSection<Value>(props: LoadedSectionProps<Value>) {
  const { loaded, choice, loading, skeletons, children, ...texts } = props
  const { value, isLoading, failure, reload } = loaded
  return (
    <section>
      <SectionHeader {...texts} isLoading={isLoading} onReload={reload} />
      {choice}
      {failure && <LoadFailure text={failureText(failure)} onRetry={reload} />}
      {value !== null && (
        <div aria-busy={isLoading} className="transition-opacity duration-200 aria-busy:opacity-60">
          {children(value)}
        </div>
      )}
      {value === null && isLoading && (
        <>
          <LoadingText>{loading ?? m.admin_reloading()}</LoadingText>
          {skeletons}
        </>
      )}
    </section>
  )
}

const listTexts = {
  loading: m.admin_reloading,
  shown: (count: number) => m.admin_shown_of_more({ count: formatNumber(count) }),
  allShown: (count: number) => m.admin_shown({ count: formatNumber(count) }),
  notFound: m.admin_not_found,
  notFoundText: m.admin_not_found_text,
  more: m.admin_show_more,
}

/** An order takes half the height of a phone. */
const rowsAtOnce = 30

interface ListSectionProps<Item, Filters> extends SectionTexts {
  readonly list: PagedList<Item>
  readonly filters: Filters
  readonly onFilter: (filters: Filters) => void
  /** The filters beside the search, with their empty values. */
  readonly noFilters?: Partial<Filters>
  readonly searchHint: string
  readonly moreFilters?: Elements
  readonly filterLayout?: string
  readonly texts?: typeof listTexts
  /** Shown when there are no entries at all. */
  readonly none: string
  readonly noneTitle?: string
  readonly children: (item: Item) => ReactNode
}

/** A list with its search, in all its states: loading, failed, empty, without results, and loaded page by page. */
export function ListSection<
  Item extends { readonly id: string | number },
  Filters extends { readonly search: string },
>(props: ListSectionProps<Item, Filters>) {
  const { title, lead, level, list, filters, onFilter, noFilters, searchHint } = props
  const {
    moreFilters,
    filterLayout = 'max-w-2xl',
    texts = listTexts,
    none,
    noneTitle,
    children,
  } = props
  const { items, isLoading, failure, reload } = list
  const unfiltered = { ...filters, search: '', ...noFilters }
  const isFiltered = JSON.stringify(filters) !== JSON.stringify(unfiltered)
  const isEmpty = items?.length === 0 && !isLoading && !failure
  const { shown, more } = useFirst(items ?? [], rowsAtOnce)
  const count = shown.length
  const countText = (more || list.hasMore ? texts.shown : texts.allShown)(count)
  return (
    <section>
      <SectionHeader
        title={title}
        lead={lead}
        level={level}
        isLoading={isLoading}
        onReload={reload}
      />
      <search className={classNames('mb-5 grid items-start gap-4', filterLayout)}>
        <SearchField
          hint={searchHint}
          search={filters.search}
          onSearch={(search) => onFilter({ ...filters, search })}
        />
        {moreFilters}
      </search>
      {failure && <LoadFailure text={failureText(failure)} onRetry={reload} />}
      <p aria-live="polite" className="mb-3 min-h-lh text-sm text-muted">
        {isLoading ? items === null && texts.loading() : count > 0 && countText}
      </p>
      {items === null && isLoading && <LoadingRows />}
      {isEmpty && !isFiltered && <Notice title={noneTitle}>{none}</Notice>}
      {isEmpty && isFiltered && (
        <Notice
          title={texts.notFound()}
          action={
            <Button tone="secondary" onClick={() => onFilter(unfiltered)}>
              {m.admin_filters_clear()}
            </Button>
          }
        >
          {texts.notFoundText()}
        </Notice>
      )}
      {items !== null && items.length > 0 && (
        <div aria-busy={isLoading} className="transition-opacity duration-200 aria-busy:opacity-60">
          <ul aria-label={title} className="border-t border-line">
            {shown.map((item) => (
              <li key={item.id} className="border-b border-line py-4 hover:bg-surface sm:px-3">
                {children(item)}
              </li>
            ))}
          </ul>
          {more || <LoadMore list={list} label={texts.more()} />}
        </div>
      )}
    </section>
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
      {list.moreFailure && (
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

/** The first entries of a list that the server sends as a whole, and a button for the next ones. */
export function useFirst<Item>(items: readonly Item[], step: number) {
  const [count, setCount] = useState(step)
  return {
    shown: items.slice(0, count),
    more: count < items.length && (
      <Button tone="secondary" className="mx-auto mt-6 flex" onClick={() => setCount(count + step)}>
        {m.admin_show_more()}
      </Button>
    ),
  }
}

function LoadingRows() {
  return (
    <div className="grid gap-3">
      {[1, 2, 3, 4].map((row) => (
        <Skeleton key={row} className="h-20" />
      ))}
    </div>
  )
}
