import { useState, type ChangeEvent } from 'react'

interface Typing {
  readonly value: string
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  readonly onBlur: () => void
}

/**
 * A text field for a value that has a text of its own: what is typed stays as it is until the field
 * is left, then the field shows the value again. `onType` hears every text, readable or not.
 */
export function useTyping(shown: string, onType: (text: string) => void): Typing {
  const [typed, setTyped] = useState<string | null>(null)
  return {
    value: typed ?? shown,
    onChange: (event) => {
      setTyped(event.target.value)
      onType(event.target.value)
    },
    onBlur: () => setTyped(null),
  }
}
