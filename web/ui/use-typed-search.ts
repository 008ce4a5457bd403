import { useEffect, useState } from 'react'

const typingPauseMs = 300

/**
 * What somebody types into a search field, which is searched for when the typing pauses. `search` is
 * what is searched for now. Answers the text in the field and what changes it.
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
    // Another link or button changed it; what comes of our own typing must not undo newer letters.
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
