import { QueryClient, type QueryKey } from '@tanstack/react-query'
import { firstViewElement, type FirstViewAnswers } from '#contract/page-renderer.ts'

/**
 * The answers that the document carries. Apart from the others: those may already be newer when a part
 * of the page is hydrated, which must show what the document shows.
 */
export const carried = new QueryClient()

/** Makes the answers, made at that time, those of the document that is rendered next. */
export function carry(answers: FirstViewAnswers, updatedAt = Date.now()): void {
  carried.clear()
  for (const [queryKey, answer] of answers) carried.setQueryData(queryKey, answer, { updatedAt })
}

/** In a browser: takes the answers out of the document, which may be a copy saved for offline reading. */
export function readCarried(): FirstViewAnswers {
  const json = document.getElementById(firstViewElement)?.textContent
  const answers: FirstViewAnswers = json ? JSON.parse(json) : []
  carry(answers, Date.parse(document.documentElement.dataset.saved ?? '') || Date.now())
  return answers
}

/** When the answer arrived with the document; undefined for an answer that did not. */
export function carriedAt(queryKey: QueryKey): number | undefined {
  return carried.getQueryState(queryKey)?.dataUpdatedAt
}
