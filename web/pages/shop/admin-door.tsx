import { useState, type ComponentType } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { toast } from '#web/toasts.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { AdminUnlockDialogProps } from './admin-unlock-dialog.tsx'

/**
 * The staff's way into the admin area. It floats, and at the end of the page it has a place of its
 * own, so that nothing stays covered.
 */
export function AdminDoor() {
  const [UnlockDialog, setUnlockDialog] = useState<ComponentType<AdminUnlockDialogProps> | null>(
    null,
  )
  const [isOpen, setIsOpen] = useState(false)
  const [isLoading, setIsLoading] = useState(false)

  async function open() {
    if (isLoading) return
    setIsLoading(true)
    try {
      // Only who comes in here needs the code of the admin area.
      const { AdminUnlockDialog } = await import('./admin-unlock-dialog.tsx')
      setUnlockDialog(() => AdminUnlockDialog)
      setIsOpen(true)
    } catch {
      toast({ title: m.shop_staff_failed(), tone: 'destructive' })
    }
    setIsLoading(false)
  }

  return (
    <div className="pointer-events-none sticky bottom-0 z-30 mt-6 flex justify-end p-4 print:hidden">
      <button
        type="button"
        aria-label={m.shop_staff_button()}
        aria-busy={isLoading}
        onClick={() => void open()}
        className="pointer-events-auto grid size-12 place-items-center rounded-full border border-line-strong bg-surface text-muted transition-colors duration-150 hover:border-crystal hover:text-crystal"
      >
        {isLoading ? <Spinner /> : <Icon name="shield" className="size-6" />}
      </button>
      {isOpen && UnlockDialog && (
        <div className="pointer-events-auto">
          <UnlockDialog onClose={() => setIsOpen(false)} />
        </div>
      )}
    </div>
  )
}
