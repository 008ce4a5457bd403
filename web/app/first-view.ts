import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { firstViewElement, type FirstViewAnswers } from '#contract/page-renderer.ts'

/**
 * The answers that the document carries. Apart from the others: those may already be newer when a part
 * of the page is hydrated, which must show what the document shows.
 */
export const carried = new QueryClient()

/** The keys of those answers, by their versions. */
export const keysByVersion = new Map<string, QueryKey>()

/** Makes the answers, made at that time, those of the document that is rendered next. */
export function carry(answers: FirstViewAnswers, updatedAt = Date.now()): void {
  carried.clear()
  keysByVersion.clear()
  for (const [queryKey, answer, version] of answers) {
    carried.setQueryData(queryKey, answer, { updatedAt })
    if (version) keysByVersion.set(version, queryKey)
  }
}

/** In a browser: takes the answers out of the document. */
export function readCarried(): FirstViewAnswers {
  const json = document.getElementById(firstViewElement)?.textContent
  const answers: FirstViewAnswers = json ? JSON.parse(json) : []
  carry(answers, documentTime())
  return answers
}

/** A copy saved for offline reading says when; one from the browser's history is of any age. */
function documentTime(): number {
  const saved = Date.parse(document.documentElement.dataset.saved ?? '')
  const [entry] = performance.getEntriesByType('navigation')
  const isOld = entry && 'type' in entry && entry.type === 'back_forward'
  return saved || (isOld ? 0 : Date.now())
}

/** Whether the document carries an answer whose key begins so. */
export function isCarried(queryKey: QueryKey): boolean {
  return carried.getQueriesData({ queryKey }).length > 0
}

/** When the answer arrived with the document; undefined for an answer that did not. */
export function carriedAt(queryKey: QueryKey): number | undefined {
  return carried.getQueryState(queryKey)?.dataUpdatedAt
}
