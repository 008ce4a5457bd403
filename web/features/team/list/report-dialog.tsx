import { useId, useRef, useState, type FormEvent } from 'react'
import { reportReasons, type ReportReason } from '#domain/team.ts'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
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
  const [isMissing, setIsMissing] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)

  async function send(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setFailure(null)
    if (reason === null) {
      setIsMissing(true)
      form.current?.querySelector('input')?.focus()
      return
    }
    setIsPending(true)
    try {
      await reportListing(listingId, { reason, note: note.trim() })
      onDone(reason)
    } catch (problem) {
      setFailure(failureText(problem))
      setIsPending(false)
    }
  }

  return (
    <form ref={form} noValidate onSubmit={(event) => void send(event)} className="grid gap-5">
      <p className="text-muted">{m.team_report_lead()}</p>
      <ReasonField
        value={reason}
        error={isMissing ? m.team_report_reason_missing() : null}
        onChange={(chosen) => {
          setReason(chosen)
          setIsMissing(false)
        }}
      />
      <TextArea
        label={m.team_report_note()}
        hint={m.team_report_note_hint()}
        maxLength={maxNoteLength}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {failure !== null && (
        <Notice live tone="error" title={m.team_report_failed()}>
          {failure}
        </Notice>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button tone="quiet" onClick={onCancel}>
          {m.team_report_cancel()}
        </Button>
        <Button type="submit" pending={isPending} pendingLabel={m.team_report_sending()}>
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

function failureText(problem: unknown): string {
  const known = problem instanceof ApiProblem ? failures[problem.code] : undefined
  return (known ?? m.team_report_failed_other)()
}

interface ReasonFieldProps {
  readonly value: ReportReason | null
  readonly error: string | null
  readonly onChange: (reason: ReportReason) => void
}

/** The reason of a report. */
function ReasonField({ value, error, onChange }: ReasonFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  return (
    <fieldset aria-describedby={error === null ? undefined : errorId}>
      <legend className="mb-2 font-display font-semibold">{m.team_report_reason()}</legend>
      <div className="grid gap-2">
        {reportReasons.map((reason) => (
          <Chip
            key={reason}
            type="radio"
            name={id}
            checked={reason === value}
            onChange={() => onChange(reason)}
          >
            {reportReasonLabels[reason]()}
          </Chip>
        ))}
      </div>
      <div aria-live="polite">
        {error !== null && <FieldError id={errorId}>{error}</FieldError>}
      </div>
    </fieldset>
  )
}
