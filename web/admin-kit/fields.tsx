import type { ComponentProps } from 'react'
import { staffReason } from '#contract/fields.ts'
import { longestStaffReason } from '#domain/text-limits.ts'
import { textFault } from '#web/app/text-fault.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'

export interface Field<Value> {
  readonly name: string
  readonly value: Value
  readonly error: string | false | null | undefined
  /** While the form is sent. */
  readonly isFrozen: boolean
  readonly onChange: (value: Value) => void
}

type TypedFieldProps = Field<string> &
  Omit<ComponentProps<typeof TextField>, keyof Field<string> | 'required'>

export function TypedField({ isFrozen, onChange, ...field }: TypedFieldProps) {
  return (
    <TextField
      required
      autoComplete="off"
      readOnly={isFrozen}
      {...field}
      onChange={({ target }) => onChange(target.value)}
    />
  )
}

/** Why the staff does something; the log keeps it. */
export function ReasonField(field: Field<string>) {
  return (
    <TypedField
      {...field}
      label={m.admin_reason()}
      hint={m.admin_reason_hint()}
      maxLength={longestStaffReason}
    />
  )
}

export function reasonFault(reason: string): string | false {
  return textFault(staffReason, reason, m.admin_reason_missing)
}

interface CheckBoxProps {
  readonly label: string
  readonly name: string
  readonly value: boolean
  readonly onChange: (checked: boolean) => void
}

export function CheckBox({ label, name, value, onChange }: CheckBoxProps) {
  return (
    <label className="flex min-h-12 items-center gap-3 border border-line-strong px-4 py-2 has-checked:border-crystal has-checked:bg-crystal-deep">
      <input
        type="checkbox"
        name={name}
        className="size-5 shrink-0"
        checked={value}
        onChange={({ target }) => onChange(target.checked)}
      />
      <span>{label}</span>
    </label>
  )
}
