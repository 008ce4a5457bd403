import { useId, useState, type ReactNode } from 'react'
import * as contract from '#contract/admin-perks.ts'
import { longestPerkReason } from '#domain/text-limits.ts'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { textFault } from '#web/app/text-fault.ts'
import { useForm } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError, TextField } from '#web/ui/fields.tsx'
import { faultText, knownPerks } from './admin-perk-texts.ts'
import { perkName } from './perk-products.ts'

/** Requests in the background whatever a change may have changed. */
export function refreshPerks(): void {
  refreshFigures(contract.listGrants, contract.listAdapters, contract.listPerkBatches)
}

// An adapter waits up to 25 s for a machine that does not answer, and longer for a slow one.
const checkTimeoutMs = 60_000

/** Tries an adapter; whatever waits for it is then tried again. */
export async function checkAdapter(name: string): Promise<contract.AdapterCheck> {
  const result = await adminCall(contract.checkAdapter, {
    params: { name },
    timeoutMs: checkTimeoutMs,
  })
  refreshPerks()
  return result
}

interface FaultBoxProps {
  readonly code: string
  /** What the other program or machine reported. */
  readonly detail: string | null
  /** Whether it stays until the staff has done something. */
  readonly isForOwner: boolean
}

/** Why something is not delivered and what to do. */
export function FaultBox({ code, detail, isForOwner }: FaultBoxProps) {
  return (
    <div
      className={classNames(
        'border-l-4 p-3.5 sm:p-4',
        isForOwner ? 'border-amber bg-amber-deep' : 'border-line-strong bg-surface',
      )}
    >
      <p>
        {isForOwner && (
          <span className="font-display font-semibold text-amber">{m.admin_what_to_do()} </span>
        )}
        <span>{faultText(code)}</span>
      </p>
      {detail !== null && detail !== '' && (
        <p className="mt-1.5 text-sm text-muted">
          {m.admin_perks_answer()}{' '}
          <span lang="en" className="font-mono text-[0.8125rem] wrap-anywhere">
            {detail}
          </span>
        </p>
      )}
    </div>
  )
}

interface ReasonFieldProps {
  readonly value: string
  readonly error: string | false | null | undefined
  readonly isFrozen: boolean
  readonly onChange: (reason: string) => void
}

/** Why the staff does something; the log keeps it. */
export function ReasonField({ value, error, isFrozen, onChange }: ReasonFieldProps) {
  return (
    <TextField
      required
      name="reason"
      label={m.admin_perks_reason()}
      hint={m.admin_perks_reason_hint()}
      error={error}
      maxLength={longestPerkReason}
      autoComplete="off"
      readOnly={isFrozen}
      value={value}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function reasonFault(reason: string): string | false {
  return textFault(contract.perkReason, reason, m.admin_perks_reason_missing)
}

interface ReasonDialogProps {
  readonly title: string
  readonly failureTitle: string
  readonly submit: string
  readonly pending: string
  readonly send: (reason: string) => Promise<void>
  readonly onClose: () => void
  readonly children: ReactNode
}

/** Asks for the reason before something is taken away. */
export function ReasonDialog({ send, children, ...dialog }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const form = useForm<'reason'>({
    validate: () => ({ reason: reasonFault(reason) }),
    send: () => send(reason.trim()),
    explain: failureText,
  })
  return (
    <FormDialog {...dialog} form={form} cancel={m.admin_cancel()}>
      <div className="mb-5 text-muted">{children}</div>
      <div aria-live="polite">
        <ReasonField
          value={reason}
          error={form.errors.reason}
          isFrozen={form.isPending}
          onChange={setReason}
        />
      </div>
    </FormDialog>
  )
}

interface UntilFieldProps {
  /** As a `datetime-local` input has it: in the time zone of this browser. */
  readonly until: string
  readonly error: string | false | null | undefined
  readonly onChange: (until: string) => void
}

/** The moment at which grants end. */
export function UntilField({ until, error, onChange }: UntilFieldProps) {
  return (
    <TextField
      required
      name="until"
      type="datetime-local"
      label={m.admin_perks_until()}
      hint={m.admin_perks_until_hint()}
      error={error}
      value={until}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

export function untilFault(until: string): string | false {
  const untilMs = Date.parse(until)
  return !(untilMs > Date.now()) && m.admin_perks_until_wrong()
}

interface CheckBoxProps {
  readonly label: string
  readonly name?: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

export function CheckBox({ label, name, checked, onChange }: CheckBoxProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 border border-line-strong px-4 py-2 has-checked:border-crystal has-checked:bg-crystal-deep">
      <input
        type="checkbox"
        name={name}
        className="size-5 shrink-0"
        checked={checked}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}

interface PerkBoxesProps {
  readonly chosen: readonly string[]
  readonly error: string | false | null | undefined
  readonly onChange: (chosen: readonly string[]) => void
}

/** Chooses some of the perks. */
export function PerkBoxes({ chosen, error, onChange }: PerkBoxesProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-2 font-display font-semibold">{m.admin_perks_which()}</legend>
      <div className="grid gap-2">
        {knownPerks.map((perk) => (
          <CheckBox
            key={perk}
            name="perks"
            label={perkName(perk)}
            checked={chosen.includes(perk)}
            onChange={(checked) =>
              onChange(checked ? [...chosen, perk] : chosen.filter((other) => other !== perk))
            }
          />
        ))}
      </div>
      {error && <FieldError id={id}>{error}</FieldError>}
    </fieldset>
  )
}
