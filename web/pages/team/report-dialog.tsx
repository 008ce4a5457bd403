import { useState } from 'react'
import type { ReportReason } from '#domain/team-listings.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ReportForm } from './report-form.tsx'

interface ReportDialogProps {
  readonly listingId: string
  readonly onClose: () => void
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Tells the staff that a listing should not be there. */
export function ReportDialog({ listingId, onClose }: ReportDialogProps) {
  const [reported, setReported] = useState<ReportReason | null>(null)
  return (
    <Dialog title={m.team_report_title()} closeLabel={m.team_report_close()} onClose={onClose}>
      {reported ? (
        <>
          <Notice live tone="success" title={m.team_report_done()}>
            {reported === 'minor_at_risk' ? m.team_report_done_minor() : m.team_report_done_text()}
          </Notice>
          <div className="mt-7 flex justify-end">
            {/* The button that was pressed is gone, and with it the focus. */}
            <Button ref={focus} onClick={onClose}>
              {m.team_report_close()}
            </Button>
          </div>
        </>
      ) : (
        <ReportForm listingId={listingId} onCancel={onClose} onDone={setReported} />
      )}
    </Dialog>
  )
}
