import { useEffect, useState } from 'react'
import { maxSearchLength } from '../../admin/admin-address.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { TextField } from '../../ui/text-field.tsx'

const typingPauseMs = 300

interface SearchFieldProps {
  /** What can be looked for. */
  readonly hint: string
  readonly search: string
  readonly onSearch: (search: string) => void
  readonly className?: string
}

/** Searches when the typing pauses. */
export function SearchField({ hint, search, onSearch, className }: SearchFieldProps) {
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
