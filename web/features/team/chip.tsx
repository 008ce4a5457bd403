import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'

interface ChipProps {
  /** With `checkbox` several chips can be on, with `radio` one of those with the same name. */
  readonly type: 'checkbox' | 'radio'
  readonly name?: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (checked: boolean) => void
  readonly children: ReactNode
}

/** A native checkbox or radio button drawn as a small cut label. When on, it has a tick as well as a colour. */
export function Chip({ type, name, checked, disabled, onChange, children }: ChipProps) {
  return (
    <label
      className={classNames(
        'choice cut cut-crystal flex min-h-11 items-center gap-2.5 py-1.5 pr-4 pl-3.5 text-ink cut-size-9',
        disabled && 'opacity-50',
      )}
    >
      <input
        type={type}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
        className="absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0 disabled:cursor-not-allowed"
      />
      <svg viewBox="0 0 24 24" aria-hidden="true" className="choice-mark size-5 shrink-0">
        <path d="M12 2 20 8v8l-8 6-8-6V8z" className="choice-gem" />
        <path d="m8 12 3 3 5.5-6" className="choice-tick" />
      </svg>
      <span className="first-letter:uppercase">{children}</span>
    </label>
  )
}
