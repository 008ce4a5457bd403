import { useId, type ReactNode } from 'react'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { Chip } from './chip.tsx'
import { FieldError } from '#web/ui/field-error.tsx'

interface ChipFieldProps<Value extends string> {
  readonly legend: ReactNode
  readonly options: readonly Value[]
  readonly labelOf: (option: Value) => string
  /** How many can be on. */
  readonly most: number
  readonly value: readonly Value[]
  readonly onChange: (value: readonly Value[]) => void
  readonly error?: ReactNode
}

/** A set of chips of which a few can be on. */
export function ChipField<Value extends string>(props: ChipFieldProps<Value>) {
  const { legend, options, labelOf, most, value, onChange, error } = props
  const hintId = useId()
  const errorId = useId()
  const isFull = value.length >= most

  function change(option: Value, isOn: boolean): void {
    onChange(options.filter((each) => (each === option ? isOn : value.includes(each))))
  }

  return (
    <fieldset aria-describedby={classNames(hintId, Boolean(error) && errorId)}>
      <legend className="mb-2 font-display font-semibold text-ink">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map((option) => (
          <Chip
            key={option}
            type="checkbox"
            checked={value.includes(option)}
            disabled={isFull && !value.includes(option)}
            onChange={(isOn) => change(option, isOn)}
          >
            {labelOf(option)}
          </Chip>
        ))}
      </div>
      <output id={hintId} className="mt-2 block text-sm text-muted">
        {isFull ? m.team_match_most_reached({ most }) : m.team_match_most_hint({ most })}
      </output>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </fieldset>
  )
}
