import { useCallback, useRef, useState } from 'react'
import { useLoaded } from './use-loaded.ts'

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
