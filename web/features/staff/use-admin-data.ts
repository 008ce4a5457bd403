import { useCallback, useEffect, useRef, useState, type FocusEvent } from 'react'
import { subscribeToPurchases } from '#web/app/events.ts'
import { useAdminAccess } from './admin-session.ts'

export interface Loaded<Value> {
  /** The last answer, kept while a newer one is on its way. */
  readonly value: Value | null
  readonly isLoading: boolean
  /** Why the last call brought nothing. */
  readonly failure: unknown
  readonly reload: () => void
  /** Asks again without a sign of it: what is shown stays when nothing newer comes. */
  readonly refresh: () => void
}

interface Attempt {
  readonly number: number
  readonly isQuiet: boolean
}

interface Outcome<Value> extends Pick<Loaded<Value>, 'value' | 'failure'> {
  readonly load: () => Promise<Value>
  readonly attempt: Attempt
}

/** What a call answers: asked for at once, on `reload`, and again when the admin area opens again. */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [outcome, setOutcome] = useState<Outcome<Value> | null>(null)
  const [attempt, setAttempt] = useState<Attempt>({ number: 0, isQuiet: false })
  const isOpen = useAdminAccess().status === 'open'

  useEffect(() => {
    if (!isOpen) return undefined
    let isWanted = true
    const settle = (
      answer: (before: Outcome<Value> | null) => Pick<Loaded<Value>, 'value' | 'failure'>,
    ): void => {
      if (!isWanted) return
      // What answered another question says nothing of this one.
      setOutcome((last) => ({ ...answer(last?.load === load ? last : null), load, attempt }))
    }
    load().then(
      (value) => settle(() => ({ value, failure: null })),
      (failure: unknown) =>
        settle((before) => ({
          value: before?.value ?? null,
          failure: before && attempt.isQuiet ? before.failure : failure,
        })),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt, isOpen])

  const isAsking = outcome?.load !== load || outcome.attempt !== attempt
  const isLoading = outcome?.load !== load || (isAsking && !attempt.isQuiet)
  return {
    value: outcome?.value ?? null,
    isLoading,
    failure: isLoading ? null : outcome.failure,
    reload: useCallback(
      () => setAttempt(({ number }) => ({ number: number + 1, isQuiet: false })),
      [],
    ),
    refresh: useCallback(() => {
      if (!isAsking) setAttempt(({ number }) => ({ number: number + 1, isQuiet: true }))
    }, [isAsking]),
  }
}

/** A part of a list, as every list of the server comes. */
export interface ListPage<Item> {
  readonly items: readonly Item[]
  readonly nextCursor: string | null
}

export interface PagedList<Item> {
  /** Null until the first answer. */
  readonly items: readonly Item[] | null
  readonly hasMore: boolean
  readonly isLoading: boolean
  readonly isLoadingMore: boolean
  readonly failure: unknown
  readonly moreFailure: unknown
  readonly reload: () => void
  /** Asks again without a sign of it, unless somebody has read on: his place must not move. */
  readonly refresh: () => void
  readonly loadMore: () => void
  /** Shows an item as the server answered it. */
  readonly replace: (item: Item) => void
}

interface AskedPage<Item> extends ListPage<Item> {
  /** Counts the questions, because an answer may be older than what an action answered meanwhile. */
  readonly round: number
}

interface Change<Item> {
  readonly item: Item
  /** The last question asked before: its answer, and older ones, may not know of the change. */
  readonly round: number
}

interface Continuation<Item> {
  /** The page that it continues: with another one it is worth nothing. */
  readonly first: AskedPage<Item>
  readonly pages: readonly AskedPage<Item>[]
  readonly isLoading: boolean
  readonly failure: unknown
}

/** A list of the server, page by page. Give it the same `fetchPage` for as long as it is the same list. */
export function usePagedList<Item extends { readonly id: string | number }>(
  fetchPage: (cursor: string | null) => Promise<ListPage<Item>>,
): PagedList<Item> {
  const asked = useRef(0)
  const ask = useCallback(
    async (cursor: string | null): Promise<AskedPage<Item>> => {
      asked.current += 1
      const round = asked.current
      return { ...(await fetchPage(cursor)), round }
    },
    [fetchPage],
  )
  const load = useCallback(() => ask(null), [ask])
  const { value: first, isLoading, failure, reload, refresh } = useLoaded(load)
  const [continued, setContinued] = useState<Continuation<Item> | null>(null)
  const [changed, setChanged] = useState<ReadonlyMap<Item['id'], Change<Item>>>(new Map())

  const continuation = continued?.first === first ? continued : null
  const pages = first === null ? [] : [first, ...(continuation?.pages ?? [])]
  const cursor = pages.at(-1)?.nextCursor ?? null

  function loadMore() {
    if (first === null || cursor === null || continuation?.isLoading === true) return
    const before = { first, pages: continuation?.pages ?? [] }
    const settle = (next: Continuation<Item>) =>
      setContinued((now) => (now?.first === first ? next : now))
    setContinued({ ...before, isLoading: true, failure: null })
    ask(cursor).then(
      (page) =>
        settle({ ...before, pages: [...before.pages, page], isLoading: false, failure: null }),
      (reason: unknown) => settle({ ...before, isLoading: false, failure: reason }),
    )
  }

  // What an action answered holds until the page that the item is on is asked for anew.
  function newest(item: Item, round: number): Item {
    const change = changed.get(item.id)
    return change !== undefined && change.round >= round ? change.item : item
  }

  return {
    items: first && pages.flatMap(({ items, round }) => items.map((item) => newest(item, round))),
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
      const change = { item, round: asked.current }
      setChanged((before) => new Map(before).set(item.id, change))
    },
  }
}

const restMs = 2000

/** Calls `refresh` a moment after purchases that this page hears of: once for a handful of them. */
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
      }, restMs)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [subscribe])
}

/**
 * As `useLiveRefresh`, but waits while the focus is in the list: where the staff is at work nothing
 * moves or goes, a reason half written least of all. Give the answer to the element around the list.
 */
export function useUnfocusedRefresh(
  refresh: () => void,
  subscribe: Parameters<typeof useLiveRefresh>[1],
) {
  const place = useRef<HTMLDivElement>(null)
  const hasMissed = useRef(false)

  useLiveRefresh(() => {
    hasMissed.current = place.current?.contains(document.activeElement) === true
    if (!hasMissed.current) refresh()
  }, subscribe)

  function onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
    // Who looks into another window comes back to the same field.
    const stays =
      currentTarget.contains(relatedTarget) || currentTarget.contains(document.activeElement)
    if (stays || !hasMissed.current) return
    hasMissed.current = false
    refresh()
  }

  return { ref: place, onBlur }
}
