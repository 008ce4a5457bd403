import { useEffect, useState } from 'react'
import { endTopic, toast, toastFailure } from './toasts.ts'

const confirmedMs = 2000

interface CopyTexts {
  /** Left out where the button itself confirms. */
  readonly copied?: () => string
  readonly failed: () => string
}

/** Copies a text to the clipboard and shows a toast; if copying fails, the toast shows the text to copy by hand. */
export function useCopying({ copied, failed }: CopyTexts) {
  const [copies, setCopies] = useState(0)

  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), confirmedMs)
    return () => clearTimeout(timer)
  }, [copies])

  async function copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text)
      setCopies((count) => count + 1)
      endTopic('copy')
      if (copied) toast({ title: copied(), tone: 'success', topic: 'copy' })
    } catch {
      toastFailure(failed(), text, 'copy')
    }
  }

  return {
    /** True for two seconds after the last copy. */
    isConfirmed: copies > 0,
    copy: (text: string): void => void copy(text),
  }
}
