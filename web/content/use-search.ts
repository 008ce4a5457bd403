import { useState } from 'react'
import type { Search } from './search-texts.ts'

type SearchState =
  | { readonly status: 'unused' | 'loading' | 'failed' }
  | { readonly status: 'ready'; readonly search: Search }

interface SearchUse {
  readonly state: SearchState
  /** Fetches the search, for the first who wants to use it. */
  readonly load: () => Promise<void>
}

/** The search over guides and rules, which no page brings along. */
export function useSearch(): SearchUse {
  const [state, setState] = useState<SearchState>({ status: 'unused' })

  async function load(): Promise<void> {
    if (state.status !== 'unused') return
    setState({ status: 'loading' })
    try {
      const { searchDocuments } = await import('./search-engine.ts')
      setState({ status: 'ready', search: searchDocuments })
    } catch {
      setState({ status: 'failed' })
    }
  }

  return { state, load }
}
