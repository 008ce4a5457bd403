import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ChoiceMark } from '#web/ui/marks.tsx'

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
      <ChoiceMark className="size-5" />
      <span className="first-letter:uppercase">{children}</span>
    </label>
  )
}
