import { useEffect, useRef, useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import type { OpenWallet } from '#web/wallet/wallet-reader.ts'
import { LedgerLine } from './ledger-line.tsx'

interface LedgerPanelProps {
  readonly wallet: OpenWallet
  readonly onOlder: () => Promise<void>
}

/** Every line that made the balance what it is. */
export function LedgerPanel({ wallet: { lines, olderCursor }, onOlder }: LedgerPanelProps) {
  const [isLoading, setIsLoading] = useState(false)
  const list = useRef<HTMLOListElement>(null)
  // Whoever asked for older lines reads on there, also when the button goes with the last of them.
  const lastBefore = useRef<number | null>(null)

  useEffect(() => {
    const index = lines.findIndex(({ id }) => id === lastBefore.current)
    const firstOlder = index === -1 ? null : list.current?.children[index + 1]
    if (!(firstOlder instanceof HTMLElement)) return
    lastBefore.current = null
    firstOlder.focus()
  }, [lines])

  async function load(): Promise<void> {
    setIsLoading(true)
    lastBefore.current = lines.at(-1)?.id ?? null
    try {
      await onOlder()
    } catch {
      lastBefore.current = null
      toast({
        title: m.session_error_title(),
        description: m.wallet_older_failed(),
        tone: 'destructive',
      })
    }
    setIsLoading(false)
  }

  return (
    <Panel title={m.wallet_lines_title()}>
      <ol ref={list} aria-label={m.wallet_lines_label()} className="divide-y divide-line">
        {lines.map((line) => (
          <LedgerLine key={line.id} line={line} />
        ))}
      </ol>
      {olderCursor !== null && (
        <Button tone="secondary" className="mt-5" pending={isLoading} onClick={() => void load()}>
          {m.wallet_older()}
        </Button>
      )}
    </Panel>
  )
}
