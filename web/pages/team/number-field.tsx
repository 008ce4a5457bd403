import { useState } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { settleNumber } from '#web/team/typed-number.ts'
import { TextField } from '#web/ui/text-field.tsx'

interface NumberFieldProps {
  readonly id: string
  readonly label: string
  /** Which numbers are taken. */
  readonly hint: string
  readonly value: string
  /** The number that a text stands for. */
  readonly settle: (text: string) => number
  readonly onChange: (text: string) => void
}

const asTyped = { min: -Infinity, max: Infinity, otherwise: Number.NaN }

/** A number as it is typed; once it is left, it is brought within its limits, and that is said. */
export function NumberField({ id, label, hint, value, settle, onChange }: NumberFieldProps) {
  const [correction, setCorrection] = useState<number | null>(null)

  function leave() {
    const settled = settle(value)
    const typed = settleNumber(value, asTyped)
    if (typed !== settled) setCorrection(settled)
    if (String(settled) !== value) onChange(String(settled))
  }

  return (
    <TextField
      id={id}
      label={label}
      hint={
        <>
          {hint}{' '}
          {/* Its line is always there: a button below must not move away from under the press. */}
          <span aria-live="polite" className="block min-h-[1lh] text-amber">
            {correction !== null && m.team_form_corrected({ value: String(correction) })}
          </span>
        </>
      }
      inputMode="numeric"
      autoComplete="off"
      maxLength={12}
      value={value}
      onChange={(event) => {
        setCorrection(null)
        onChange(event.target.value)
      }}
      onBlur={leave}
    />
  )
}
