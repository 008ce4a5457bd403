import { useRef } from 'react'
import {
  compensatedHours,
  compensatePerks,
  listOutages,
  listPerkBatches,
  undoBatch,
  type PerkBatch,
} from '#contract/admin-perks.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { ReasonField, reasonFault, TypedField } from '#web/admin-kit/fields.tsx'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { formatMoment, Moment, actorText } from '#web/admin-kit/values.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PerkBoxes } from './admin-perk-fields.tsx'
import { PerkForm } from './admin-perk-form.tsx'
import { refreshPerks } from './admin-perk-parts.tsx'
import { becauseText, knownPerks, sourceLabels } from './admin-perk-texts.ts'

/** Gives time back to everybody who lost some, such as by an outage. */
export function CompensationForm() {
  return (
    <PerkForm
      title={m.admin_perks_compensation_title()}
      text={m.admin_perks_compensation_text()}
      empty={{ perks: knownPerks(), hours: '', reason: '' }}
      validate={({ hours, perks, reason }) => ({
        hours: readHours(hours) === null && m.admin_perks_hours_wrong(),
        perks: perks.length === 0 && m.admin_perks_which_missing(),
        reason: reasonFault(reason),
      })}
      toBody={({ perks, hours, reason }) => ({
        perks,
        hours: readHours(hours) ?? 0,
        reason: reason.trim(),
      })}
      send={(body, options) => adminCall(compensatePerks, { body, ...options })}
      preview={{
        question: m.admin_perks_compensation_question(),
        render: ({ players, hours }) =>
          players === 0
            ? m.admin_perks_compensation_none()
            : m.admin_perks_compensation_preview({ count: players, hours: formatHours(hours) }),
        hasEffect: ({ players }) => players > 0,
      }}
      done={({ players }) => m.admin_perks_compensated({ count: players })}
    >
      {({ field, change }) => (
        <>
          <Outages
            onChoose={(outage) =>
              change({
                hours: formatDecimal(outage.hours),
                reason: m.admin_perks_outage_reason(momentsOf(outage)),
              })
            }
          />
          <TypedField
            {...field('hours')}
            label={m.admin_perks_hours()}
            hint={m.admin_perks_hours_hint()}
            inputMode="decimal"
            maxLength={10}
          />
          <PerkBoxes {...field('perks')} />
          <ReasonField {...field('reason')} />
        </>
      )}
    </PerkForm>
  )
}

/** Parses typed hours, with the sign of any language before the decimals; null for anything else. */
function readHours(text: string): number | null {
  const plain = text.trim().replace(',', '.')
  const hours = /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : 0
  return compensatedHours.safeParse(hours).data ?? null
}

function formatDecimal(hours: number): string {
  const options = { maximumFractionDigits: 2, useGrouping: false } as const
  return new Intl.NumberFormat(formatLocale(), options).format(hours)
}

/** `14.5` as `14,5 heures`. */
function formatHours(hours: number): string {
  const options = { style: 'unit', unit: 'hour', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(formatLocale(), { ...options, maximumFractionDigits: 2 }).format(
    hours,
  )
}

type Outage = AnswerOf<typeof listOutages>[number]

function momentsOf({ from, to }: Outage) {
  return { from: formatMoment(from), to: formatMoment(to) }
}

/** When the game server was offline, to be chosen instead of typing. */
function Outages({ onChoose }: { readonly onChoose: (outage: Outage) => void }) {
  const { value, failure } = useAdminQuery(listOutages)
  if (failure) return <p className="text-sm text-muted">{m.admin_perks_outages_failed()}</p>
  if (value === null) return <Skeleton className="h-12" />
  if (value.length === 0)
    return <p className="text-sm text-muted">{m.admin_perks_outages_none()}</p>
  return (
    <div>
      <p className="mb-2 font-display font-semibold">{m.admin_perks_outages()}</p>
      <ul
        // A list that scrolls must be focusable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        aria-label={m.admin_perks_outages()}
        className="max-h-64 overflow-y-auto border-y border-line"
      >
        {value.map((outage) => (
          <li
            key={outage.from}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2 pr-2 last:border-b-0"
          >
            <span className="min-w-0 text-sm">
              <span>{m.admin_perks_outage(momentsOf(outage))}</span>
              <span className="block text-muted">{formatHours(outage.hours)}</span>
            </span>
            <Button
              tone="secondary"
              aria-label={m.admin_perks_outage_choose_label(momentsOf(outage))}
              onClick={() => onChoose(outage)}
            >
              {m.admin_perks_outage_choose()}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The newest changes to many grants. */
export function BatchesView() {
  const batches = useAdminQuery(listPerkBatches)
  return (
    <LoadedSection
      level={3}
      title={m.admin_perks_recent()}
      lead={m.admin_perks_recent_lead()}
      loaded={batches}
      skeletons={<Skeleton className="h-40" />}
    >
      {(value) =>
        value.length === 0 ? (
          <Notice>{m.admin_perks_recent_none()}</Notice>
        ) : (
          <ul aria-label={m.admin_perks_recent()} className="border-t border-line">
            {value.map((batch) => (
              <li key={batch.id} className="border-b border-line py-4 hover:bg-surface sm:px-3">
                <BatchRow batch={batch} />
              </li>
            ))}
          </ul>
        )
      }
    </LoadedSection>
  )
}

const undoTexts: Readonly<Record<PerkBatch['kind'], () => string>> = {
  compensation: () => m.admin_perks_undo_compensation_text(),
  transfer: () => m.admin_perks_undo_transfer_text(),
  import: () => m.admin_perks_undo_import_text(),
}

function BatchRow({ batch }: { readonly batch: PerkBatch }) {
  const { kind, id, undoneAt } = batch
  const row = useRef<HTMLDivElement>(null)
  const names = { change: sourceLabels[kind](), at: formatMoment(batch.madeAt) }
  return (
    <div
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-display font-semibold">{names.change}</span>
          {undoneAt !== null && <Badge>{m.admin_perks_batch_undone()}</Badge>}
        </p>
        <p>{batchText(batch)}</p>
        <p dir="auto" className="overflow-x-clip text-sm wrap-anywhere text-muted">
          {becauseText(batch.reason)}
        </p>
        <p className="text-sm wrap-anywhere text-muted">
          <Moment iso={batch.madeAt} /> <span>{`· ${actorText(batch)}`}</span>
        </p>
        {undoneAt !== null && (
          <p className="text-sm text-muted">
            {m.admin_perks_undone_at()} <Moment iso={undoneAt} />
          </p>
        )}
      </div>
      <AskButton
        tone="secondary"
        isOffered={undoneAt === null}
        owner={row}
        label={m.admin_perks_undo()}
        name={m.admin_perks_undo_label(names)}
        title={m.admin_perks_undo_question()}
        failureTitle={m.admin_perks_undo_failed()}
        pending={m.admin_perks_undoing()}
        asksReason
        send={(reason) => adminCall(undoBatch[kind], { params: { id }, body: { reason } })}
        refresh={refreshPerks}
        done={m.admin_perks_undone()}
      >
        <p className="mb-2 text-ink">{`${names.change}, ${names.at}`}</p>
        <p>{undoTexts[kind]()}</p>
      </AskButton>
    </div>
  )
}

function batchText({ kind, count, hours, from, to }: PerkBatch): string {
  if (kind === 'compensation') {
    return m.admin_perks_batch_compensation({ count, hours: formatHours(hours ?? 0) })
  }
  if (kind === 'import') return m.admin_perks_batch_import({ count })
  return m.admin_perks_batch_transfer({ count, from: from ?? '', to: to ?? '' })
}
