import { useEffect, useState } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Mark } from './marks.tsx'

const confirmedMs = 2000

interface CopyButtonProps {
  readonly text: string
  /** What is copied, such as "the Steam ID of sokol". */
  readonly label: string
}

/** Puts a text into the clipboard and shows for a moment that it did. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)

  useEffect(() => {
    if (!isCopied) return undefined
    const timer = setTimeout(() => setIsCopied(false), confirmedMs)
    return () => clearTimeout(timer)
  }, [isCopied])

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      setIsCopied(true)
    } catch {
      toast({ title: m.admin_copy_failed(), description: text, tone: 'destructive' })
    }
  }

  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
      className="grid size-11 shrink-0 place-items-center text-muted transition-colors hover:text-crystal"
    >
      {isCopied ? (
        <Icon name="check" className="size-5 text-crystal" />
      ) : (
        <Mark name="copy" className="size-4.5" />
      )}
      <output className="sr-only">{isCopied && m.admin_copied()}</output>
    </button>
  )
}
