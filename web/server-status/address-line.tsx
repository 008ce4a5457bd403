import { Icon, LineDrawing } from '#web/art/icon.tsx'
import { useCopying } from '#web/components/use-copying.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { ServerView } from './server-status-store.ts'

const copyPath = 'M9 8h11v13H9zM15 8V3H4v13h5'

/** The address to connect to, and a button that copies it. */
export function AddressLine({ view }: { readonly view: ServerView }) {
  const { address } = view.server
  const { isConfirmed, copy } = useCopying({
    copied: m.servers_copied,
    failed: m.servers_copy_failed,
  })

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
        onClick={() => address !== null && copy(address)}
        icon={
          isConfirmed ? (
            <Icon name="check" className="size-5 text-crystal" />
          ) : (
            <LineDrawing path={copyPath} className="size-5" />
          )
        }
      />
    </div>
  )
}
