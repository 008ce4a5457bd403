import { useEffect, useState } from 'react'

const typingPauseMs = 300

/**
 * Keeps the text of a search field and calls `onSearch` when the typing pauses. `search` is the
 * text that is currently searched for. Returns the text in the field and its setter.
 */
export function useTypedSearch(
  search: string,
  onSearch: (search: string) => void,
): readonly [draft: string, setDraft: (draft: string) => void] {
  const [draft, setDraft] = useState(search)
  const [known, setKnown] = useState({ search, sent: search })
  const wanted = draft.trim()

  if (known.search !== search) {
    setKnown({ search, sent: search })
    // A link or button changed the search. A search of our own that comes back must not undo
    // letters typed since.
    if (search !== known.sent) setDraft(search)
  }

  useEffect(() => {
    if (wanted === search) return undefined
    const timer = setTimeout(() => {
      setKnown({ search, sent: wanted })
      onSearch(wanted)
    }, typingPauseMs)
    return () => clearTimeout(timer)
  }, [wanted, search, onSearch])

  return [draft, setDraft]
}
