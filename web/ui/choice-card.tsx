import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { ChoiceMark } from './marks.tsx'
import type { Elements } from './elements.ts'

interface ChoiceGroupProps {
  readonly legend: ReactNode
  readonly children: ReactNode
  /** Classes of the grid; by default it grows from two to three columns. */
  readonly className?: string
}

export function ChoiceGroup({ legend, children, className }: ChoiceGroupProps) {
  return (
    <fieldset>
      <legend className="mb-4 font-display text-lg font-bold">{legend}</legend>
      <div className={className ?? 'grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-3'}>
        {children}
      </div>
    </fieldset>
  )
}

interface ChoiceCardProps {
  /** The same for all cards of a group. */
  readonly name: string
  readonly value: string
  readonly checked: boolean
  readonly onChoose: (value: string) => void
  readonly title: ReactNode
  readonly detail?: ReactNode
  readonly note?: ReactNode
  readonly badge?: Elements
}

/** A native radio button drawn as a card. The chosen one has a tick and a bright edge, not only another colour. */
export function ChoiceCard(props: ChoiceCardProps) {
  const { name, value, checked, onChoose, title, detail, note, badge } = props
  return (
    <label className="choice relative cut cut-crystal cut-size-14 flex min-h-24 flex-col gap-1 p-4 sm:p-5">
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        onChange={() => onChoose(value)}
        // Covers the whole card, so that all of it can be pressed, by mouse and by assistive touch.
        className="absolute inset-0 z-10 size-full cursor-pointer appearance-none opacity-0"
      />
      <span className="flex items-start justify-between gap-2 pl-1">
        <span className="text-muted">{title}</span>
        <ChoiceMark className="size-6" />
      </span>
      {detail && (
        <span className="pl-1 font-display text-2xl leading-tight font-bold sm:text-3xl">
          {detail}
        </span>
      )}
      {(note || badge) && (
        <span className="mt-auto flex flex-wrap items-center gap-2 pt-1 pl-1 text-sm text-muted">
          {badge}
          {note && <span>{note}</span>}
        </span>
      )}
    </label>
  )
}

interface ChipProps {
  /** With `checkbox` several chips can be on, with `radio` one of those with the same name. */
  readonly type: 'checkbox' | 'radio'
  readonly name?: string | undefined
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
