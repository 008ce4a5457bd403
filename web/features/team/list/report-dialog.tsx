import { useId, useState, type ReactNode } from 'react'
import { reportReasons, type ReportReason } from '#domain/team.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { useForm } from '#web/app/use-form.ts'
import { Chip } from '#web/features/team/chip.tsx'
import { reportListing, reportReasonLabels } from '#web/features/team/report-listing.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError, TextArea } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface ReportDialogProps {
  readonly listingId: string
  readonly onClose: () => void
}

function focus(button: HTMLButtonElement | null): void {
  button?.focus()
}

/** Reports a listing to the staff. */
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
            {/* The pressed button is gone, so this one takes the focus. */}
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

/** The server's limit. */
const maxNoteLength = 300

interface ReportFormProps {
  readonly listingId: string
  readonly onCancel: () => void
  readonly onDone: (reason: ReportReason) => void
}

function ReportForm({ listingId, onCancel, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: reason === null && m.team_report_reason_missing() }),
    send: async () => {
      if (reason === null) return
      await reportListing(listingId, { reason, note: note.trim() })
      onDone(reason)
    },
    explain: ({ code }) => (failures[code] ?? m.team_report_failed_other)(),
  })

  return (
    <form {...form.props} className="grid gap-5">
      <p className="text-muted">{m.team_report_lead()}</p>
      <ReasonField value={reason} error={form.errors.reason} onChange={setReason} />
      <TextArea
        label={m.team_report_note()}
        hint={m.team_report_note_hint()}
        maxLength={maxNoteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {form.failure !== null && (
        <Notice live tone="error" title={m.team_report_failed()}>
          {form.failure}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onCancel}>
          {m.team_report_cancel()}
        </Button>
        <Button type="submit" pending={form.isPending} pendingLabel={m.team_report_sending()}>
          {m.team_report_send()}
        </Button>
      </div>
    </form>
  )
}

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  network_error: m.team_report_failed_unreachable,
  timeout: m.team_report_failed_unreachable,
  rate_limited: m.team_report_failed_limit,
  listing_not_found: m.team_report_failed_gone,
  validation_failed: m.team_report_failed_note,
}

interface ReasonFieldProps {
  readonly value: ReportReason | null
  readonly error: ReactNode
  readonly onChange: (reason: ReportReason) => void
}

/** The reason of a report. */
function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const errorId = useId()
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <legend className="mb-2 font-display font-semibold">{m.team_report_reason()}</legend>
      <div className="grid gap-2">
        {reportReasons.map((reason) => (
          <Chip
            key={reason}
            type="radio"
            name="reason"
            checked={reason === value}
            onChange={() => onChange(reason)}
          >
            {reportReasonLabels[reason]()}
          </Chip>
        ))}
      </div>
      <div aria-live="polite">{error && <FieldError id={errorId}>{error}</FieldError>}</div>
    </fieldset>
  )
}
