import { useRef, useState, type FormEvent } from 'react'
import type { ReportReason } from '#domain/team-listings.ts'
import { ApiProblem, type FailureCode } from '#web/api/client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { reportListing } from '#web/team/report-listing.ts'
import { Button } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import { ReasonField } from './reason-field.tsx'

/** As the server takes it. */
const maxNoteLength = 300

interface ReportFormProps {
  readonly listingId: string
  readonly onCancel: () => void
  readonly onDone: (reason: ReportReason) => void
}

export function ReportForm({ listingId, onCancel, onDone }: ReportFormProps) {
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
