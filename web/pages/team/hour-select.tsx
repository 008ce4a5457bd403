import { useId, type ReactNode } from 'react'
import { clockText } from '#web/team/hours-text.ts'

interface HourSelectProps {
  readonly label: ReactNode
  /** 0 to 23. */
  readonly hour: number
  readonly isWrong: boolean
  readonly onChange: (hour: number) => void
}

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** One of the whole hours of a day. */
export function HourSelect({ label, hour, isWrong, onChange }: HourSelectProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <select
        id={id}
        className="field tabular-nums"
        value={hour}
        aria-invalid={isWrong ? true : undefined}
        onChange={({ target }) => onChange(Number(target.value))}
      >
        {hours.map((each) => (
          <option key={each} value={each}>
            {clockText(each * 60)}
          </option>
        ))}
      </select>
    </div>
  )
}
