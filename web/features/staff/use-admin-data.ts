import { useCallback, useEffect, useRef, useState, type FocusEvent } from 'react'
import { subscribeToPurchases } from '#web/app/events.ts'
import { toast } from '#web/app/toasts.ts'
import { useAdminAccess } from './admin-session.ts'
import { failureText } from './admin-texts.ts'

export interface Loaded<Value> {
  /** The last response, kept while a newer one is loading. */
  readonly value: Value | null
  readonly isLoading: boolean
  /** Why the last request failed. */
  readonly failure: unknown
  readonly reload: () => void
  /** Refetches in the background: if that fails, the current value stays. */
  readonly refresh: () => void
}

interface Attempt {
  readonly number: number
  readonly isBackground: boolean
}

interface Outcome<Value> extends Pick<Loaded<Value>, 'value' | 'failure'> {
  readonly load: () => Promise<Value>
  readonly attempt: Attempt
}

/** The result of a request, loaded at once, on `reload`, and again when the admin area is unlocked. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null)
  const [attempt, setAttempt] = useState<Attempt>({ number: 0, isBackground: false })
  const isOpen = useAdminAccess().status === 'open'

  useEffect(() => {
    if (!isOpen) return undefined
    let isCurrent = true
    const finish = (
      resultAfter: (before: Outcome<Value> | null) => Pick<Loaded<Value>, 'value' | 'failure'>,
    ): void => {
      if (!isCurrent) return
      // Drop the outcome of another `load` function.
      setOutcome((last) => ({ ...resultAfter(last?.load === load ? last : null), load, attempt }))
    }
    load().then(
      (value) => finish(() => ({ value, failure: null })),
      (failure: unknown) =>
        finish((before) => ({
          value: before?.value ?? null,
          failure: before && attempt.isBackground ? before.failure : failure,
        })),
    )
    return () => {
      isCurrent = false
    }
  }, [load, attempt, isOpen])

  const isFetching = outcome?.load !== load || outcome.attempt !== attempt
  const isLoading = outcome?.load !== load || (isFetching && !attempt.isBackground)
  return {
    value: outcome?.value ?? null,
    isLoading,
    failure: isLoading ? null : outcome.failure,
    reload: useCallback(
      () => setAttempt(({ number }) => ({ number: number + 1, isBackground: false })),
      [],
    ),
    refresh: useCallback(() => {
      if (!isFetching) setAttempt(({ number }) => ({ number: number + 1, isBackground: true }))
    }, [isFetching]),
  }
}

/** A page of a list, the same for every list of the server. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export interface PagedList<Item> {
  /** Null until the first response. */
  readonly items: readonly Item[] | null
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  readonly failure: unknown
  readonly moreFailure: unknown
  readonly reload: () => void
  /** Refetches in the background, unless further pages are loaded: the reader's place must not move. */
  readonly refresh: () => void
  readonly loadMore: () => void
  /** Replaces an item by the server's new version. */
  readonly replace: (item: Item) => void
}

interface NumberedPage<Item> extends ListPage<Item> {
  /** The number of the request, because a response may be older than the result of an action. */
  readonly request: number
}

interface Change<Item> {
  readonly item: Item
  /** The last request before the change: its response, and older ones, may lack the change. */
  readonly request: number
}

interface Continuation<Item> {
  /** The first page that it continues; it is dropped when that page is replaced. */
  readonly first: NumberedPage<Item>
  readonly pages: readonly NumberedPage<Item>[]
  readonly isLoading: boolean
  readonly failure: unknown
}

/**
 * A list of the server, loaded page by page. `fetchPage` must be the same function as long as the
 * list is the same.
 */
export function usePagedList<Item extends { readonly id: string | number }>(
  fetchPage: (cursor: string | null) => Promise<ListPage<Item>>,
): PagedList<Item> {
  const requestCount = useRef(0)
  const requestPage = useCallback(
    async (cursor: string | null): Promise<NumberedPage<Item>> => {
      requestCount.current += 1
      const request = requestCount.current
      return { ...(await fetchPage(cursor)), request }
    },
    [fetchPage],
  )
  const load = useCallback(() => requestPage(null), [requestPage])
  const { value: first, isLoading, failure, reload, refresh } = useLoaded(load)
  const [continued, setContinued] = useState<Continuation<Item> | null>(null)
  const [changed, setChanged] = useState<ReadonlyMap<Item['id'], Change<Item>>>(new Map())

  const continuation = continued?.first === first ? continued : null
  const pages = first === null ? [] : [first, ...(continuation?.pages ?? [])]
  const cursor = pages.at(-1)?.nextCursor ?? null

  function loadMore() {
    if (first === null || cursor === null || continuation?.isLoading === true) return
    const before = { first, pages: continuation?.pages ?? [] }
    const finish = (next: Continuation<Item>) =>
      setContinued((now) => (now?.first === first ? next : now))
    setContinued({ ...before, isLoading: true, failure: null })
    requestPage(cursor).then(
      (page) =>
        finish({ ...before, pages: [...before.pages, page], isLoading: false, failure: null }),
      (reason: unknown) => finish({ ...before, isLoading: false, failure: reason }),
    )
  }

  // The result of an action stays until the item's page is requested again.
  function newest(item: Item, request: number): Item {
    const change = changed.get(item.id)
    return change !== undefined && change.request >= request ? change.item : item
  }

  return {
    items:
      first && pages.flatMap(({ items, request }) => items.map((item) => newest(item, request))),
    hasMore: cursor !== null,
    isLoading,
    isLoadingMore: continuation?.isLoading ?? false,
    failure,
    moreFailure: continuation?.failure ?? null,
    reload,
    refresh: () => {
      if (continuation === null) refresh()
    },
    loadMore,
    replace: (item) => {
      const change = { item, request: requestCount.current }
      setChanged((before) => new Map(before).set(item.id, change))
    },
  }
}

/** Runs an action of the admin area, with a toast if it fails. */
export function useAdminAction(failureTitle: () => string) {
  const [isPending, setIsPending] = useState(false)

  async function run(action: () => Promise<void>): Promise<void> {
    setIsPending(true)
    try {
      await action()
    } catch (failure) {
      toast({ title: failureTitle(), description: failureText(failure), tone: 'destructive' })
    }
    setIsPending(false)
  }

  return { isPending, run: (action: () => Promise<void>): void => void run(action) }
}

const delayMs = 2000

/** Calls `refresh` a moment after a purchase event; several events at once cause one call. */
export function useLiveRefresh(refresh: () => void, subscribe = subscribeToPurchases): void {
  const latest = useRef(refresh)
  useEffect(() => {
    latest.current = refresh
  }, [refresh])

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = subscribe(() => {
      timer ??= setTimeout(() => {
        timer = undefined
        latest.current()
      }, delayMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
}

/**
 * Like `useLiveRefresh`, but waits while the focus is in the list, so that nothing moves while the
 * staff is at work there. Spread the result on the element around the list.
 */
export function useUnfocusedRefresh(
  refresh: () => void,
  subscribe: Parameters<typeof useLiveRefresh>[1],
) {
  const place = useRef<HTMLDivElement>(null)
  const isRefreshPending = useRef(false)

  useLiveRefresh(() => {
    isRefreshPending.current = place.current?.contains(document.activeElement) === true
    if (!isRefreshPending.current) refresh()
  }, subscribe)

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    // After a visit to another window the focus returns to the same field.
    const stays =
      currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
    if (stays || !isRefreshPending.current) return
    isRefreshPending.current = false
    refresh()
  }

  return { ref: place, onBlur }
}
