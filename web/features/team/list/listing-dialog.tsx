import { useId, useState } from 'react'
import { reportListing } from '#contract/team.ts'
import { previewOf, reportReasons, type ReportReason } from '#domain/team.ts'
import { longestReport } from '#domain/text-limits.ts'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useOnline } from '#web/app/subscriptions.ts'
import { useCopying } from '#web/app/use-copying.ts'
import { useForm } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { removeDraft } from '#web/features/team/form/listing-draft.ts'
import { reportReasonLabels } from '#web/features/team/listing-labels.ts'
import type { FieldProps } from '#web/features/team/preference-fields.tsx'
import { problemText, toastOutcome } from '#web/features/team/save-outcome.tsx'
import { deleteListing } from '#web/features/team/store/own-listings.ts'
import type { ShownListing } from '#web/features/team/store/shown-listings.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Chip } from '#web/ui/choice-card.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldError, TextArea } from '#web/ui/fields.tsx'
import { NumberedSteps } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  CommonGroundLine,
  ListingFacts,
  ListingTags,
  TypeBadge,
  VerifiedMarks,
} from './listing-facts.tsx'
import { Mark } from './marks.tsx'

export type DialogKind = 'contact' | 'report' | 'delete'

export interface ListingDialogProps {
  readonly kind: DialogKind
  readonly listing: ShownListing
  readonly onClose: () => void
  readonly onReport: () => void
}

/** A dialog about a listing. In its own module, because the page shows without it. */
export function ListingDialog({ kind, listing, onClose, onReport }: ListingDialogProps) {
  if (kind === 'delete') return <DeleteListingDialog listing={listing} onClose={onClose} />
  if (kind === 'report') return <ReportDialog listing={listing} onClose={onClose} />
  return <ContactDialog listing={listing} onClose={onClose} onReport={onReport} />
}

function ContactDialog({ listing, onClose, onReport }: Omit<ListingDialogProps, 'kind'>) {
  const { discordUsername, description } = listing
  return (
    <Dialog onClose={onClose} closeLabel={m.close()} title={m.team_list_contact()}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <CopyName name={discordUsername} />
        <VerifiedMarks listing={listing} />
        <div>
          <TypeBadge type={listing.type} />
          <p dir="auto" className="mt-3 overflow-x-clip text-lg wrap-anywhere whitespace-pre-line">
            {description}
          </p>
        </div>
        <ListingFacts listing={listing} />
        <ListingTags listing={listing} />
        <CommonGroundLine listing={listing} />
        <section
          aria-labelledby="team-how-to"
          className="border-t border-line pt-5 [dl+&]:border-t-0 [dl+&]:pt-0"
        >
          <h3 id="team-how-to" className="mb-4 text-lg">
            {m.team_list_how_title()}
          </h3>
          <NumberedSteps
            steps={[m.team_list_how_copy(), m.team_list_how_add(), m.team_list_how_write()]}
          />
        </section>
        <div className="flex flex-wrap items-center justify-between gap-x-4 border-t border-line pt-3 text-sm text-muted">
          <span>{m.team_list_made_at({ time: formatDateTime(listing.createdAt) })}</span>
          {!listing.isOwn && (
            <button
              type="button"
              onClick={onReport}
              className="inline-flex min-h-11 items-center gap-2 underline underline-offset-4 hover:text-ink"
            >
              <Mark name="flag" className="size-4.5" />
              {m.team_list_report()}
            </button>
          )}
        </div>
      </div>
    </Dialog>
  )
}

function CopyName({ name }: { readonly name: string }) {
  const { isConfirmed, copy } = useCopying({
    copied: m.team_list_copied,
    failed: m.team_list_copy_failed,
  })

  return (
    <div className="flex flex-wrap items-center gap-3 overflow-clip border border-line bg-ground p-3 pl-4">
      <span className="min-w-[min(100%,8rem)] flex-1">
        <span className="block text-xs text-muted">{m.team_list_discord_name()}</span>
        <bdi translate="no" className="font-display text-lg font-semibold break-all select-all">
          {name}
        </bdi>
      </span>
      <Button
        onClick={() => copy(name)}
        icon={isConfirmed ? <Icon name="check" className="size-5" /> : <Mark name="copy" />}
      >
        {m.team_list_copy()}
      </Button>
    </div>
  )
}

type AboutListing = Pick<ListingDialogProps, 'listing' | 'onClose'>

function DeleteListingDialog({ listing, onClose }: AboutListing) {
  const isOnline = useOnline()
  const form = useForm({
    send: async () => {
      const outcome = await deleteListing(listing.id)
      toastOutcome(outcome, 'deleted')
      if (outcome.kind === 'refused') throw outcome.problem
      if (outcome.kind !== 'overtaken') removeDraft(listing.id)
      onClose()
    },
    explain: problemText,
  })

  return (
    <FormDialog
      form={form}
      title={m.team_form_delete_question()}
      failureTitle={m.team_form_not_deleted()}
      submit={m.team_form_delete()}
      pending={m.team_form_deleting()}
      cancel={m.team_form_cancel()}
      onClose={onClose}
    >
      <blockquote
        dir="auto"
        className="overflow-x-clip border-l-2 border-line-strong pl-4 wrap-anywhere"
      >
        {previewOf(listing.description)}
      </blockquote>
      <p className="mt-4 text-muted">
        {m.team_form_delete_text()} {!isOnline && <span>{m.team_form_delete_offline()}</span>}
      </p>
    </FormDialog>
  )
}

function ReportDialog({ listing, onClose }: AboutListing) {
  const [reported, setReported] = useState<ReportReason | null>(null)
  if (reported === null) {
    return <ReportForm listing={listing} onClose={onClose} onDone={setReported} />
  }
  return (
    <Dialog title={m.team_report_title()} closeLabel={m.close()} onClose={onClose}>
      <Notice live tone="success" title={m.team_report_done()}>
        {reported === 'minor_at_risk' ? m.team_report_done_minor() : m.team_report_done_text()}
      </Notice>
      <div className="mt-7 flex justify-end">
        <Button onClick={onClose}>{m.close()}</Button>
      </div>
    </Dialog>
  )
}

interface ReportFormProps extends AboutListing {
  readonly onDone: (reason: ReportReason) => void
}

function ReportForm({ listing, onClose, onDone }: ReportFormProps) {
  const [reason, setReason] = useState<ReportReason | null>(null)
  const [note, setNote] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: reason === null && m.team_report_reason_missing() }),
    send: async () => {
      if (reason === null) return
      // Repeated from the same network, it counts only if the listing was edited since.
      const body = { reason, note: note.trim() }
      await call(reportListing, { params: { id: listing.id }, body })
      onDone(reason)
    },
    explain: ({ code }) => (failures[code] ?? m.team_report_failed_other)(),
  })

  return (
    <FormDialog
      form={form}
      title={m.team_report_title()}
      failureTitle={m.team_report_failed()}
      submit={m.team_report_send()}
      pending={m.team_report_sending()}
      cancel={m.team_report_cancel()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <p className="text-muted">{m.team_report_lead()}</p>
        <ReasonField value={reason} error={form.errors.reason} onChange={setReason} />
        <TextArea
          label={m.team_report_note()}
          hint={m.team_report_note_hint()}
          maxLength={longestReport}
          value={note}
          onChange={({ target }) => setNote(target.value)}
        />
      </div>
    </FormDialog>
  )
}

const failures: Readonly<Partial<Record<FailureCode, () => string>>> = {
  network_error: m.team_report_failed_unreachable,
  timeout: m.team_report_failed_unreachable,
  rate_limited: m.team_report_failed_limit,
  listing_not_found: m.team_report_failed_gone,
  validation_failed: m.team_report_failed_note,
}

function ReasonField({ value, error, onChange }: FieldProps<ReportReason | null>) {
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
