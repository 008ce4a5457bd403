import { useEffect, useState } from 'react'
import { Icon, LineDrawing } from '../art/icon.tsx'
import { m } from '../i18n/paraglide/messages.js'
import { toast } from '../toasts.ts'
import { Button } from '../ui/button.tsx'
import type { ServerView } from './server-status-store.ts'

const confirmedMs = 2000
const copyPath = 'M9 8h11v13H9zM15 8V3H4v13h5'

/** The address to connect to, and a button that copies it. */
export function AddressLine({ view }: { readonly view: ServerView }) {
  const { address } = view.server
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
      toast({ title: m.servers_copied(), tone: 'success' })
    } catch {
      toast({ title: m.servers_copy_failed(), description: text, tone: 'destructive' })
    }
  }

  return (
    <div className="flex min-h-12 items-center border border-line bg-ground pl-4">
      <span className={`min-w-0 flex-1 py-2 break-all ${address === null ? 'text-muted' : ''}`}>
        {address ?? (view.line === 'waiting' ? '…' : m.servers_no_address())}
      </span>
      <Button
        tone="quiet"
        size="square"
        disabled={address === null}
        aria-label={m.servers_copy()}
        title={m.servers_copy()}
        onClick={() => address !== null && void copy(address)}
        icon={
          copies > 0 ? (
            <Icon name="check" className="size-5 text-crystal" />
          ) : (
            <LineDrawing path={copyPath} className="size-5" />
          )
        }
      />
    </div>
  )
}
