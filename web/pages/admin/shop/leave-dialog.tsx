import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'

interface LeaveDialogProps {
  readonly onStay: () => void
  readonly onLeave: () => void
}

/** Asks before what was typed is lost. */
export function LeaveDialog({ onStay, onLeave }: LeaveDialogProps) {
  return (
    <Dialog title={m.admin_shop_leave_title()} closeLabel={m.admin_cancel()} onClose={onStay}>
      <p className="text-muted">{m.admin_shop_leave_text()}</p>
      <div className="mt-7 flex flex-wrap justify-end gap-3">
        <Button tone="secondary" onClick={onLeave}>
          {m.admin_shop_leave()}
        </Button>
        <Button onClick={onStay}>{m.admin_shop_stay()}</Button>
      </div>
    </Dialog>
  )
}
