import { useId, type ReactNode } from 'react'

interface SwitchProps {
  readonly label: ReactNode
  /** What turning it on does; screen readers read it with the switch. */
  readonly hint?: ReactNode
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
}

const track =
  'relative mt-0.5 h-7 w-13 shrink-0 cursor-pointer appearance-none border border-line-strong bg-ground transition-colors duration-150 checked:border-crystal checked:bg-crystal-deep'
const knob =
  "before:absolute before:top-1 before:left-1 before:h-4.5 before:w-5 before:bg-muted before:transition-transform before:duration-150 before:content-[''] before:[clip-path:polygon(25%_0,75%_0,100%_50%,75%_100%,25%_100%,0_50%)] checked:before:translate-x-[1.4rem] checked:before:bg-crystal forced-colors:before:bg-[CanvasText] forced-colors:checked:before:bg-[CanvasText]"

/** A native checkbox drawn as a switch: a change takes effect at once. */
export function Switch({ label, hint, checked, onChange }: SwitchProps) {
  const hintId = useId()
  return (
    <div>
      <label className="flex min-h-11 items-start gap-3.5 py-1.5">
        <input
          type="checkbox"
          // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- a native checkbox exposes its own state
          role="switch"
          checked={checked}
          aria-describedby={hint ? hintId : undefined}
          onChange={(event) => onChange(event.target.checked)}
          className={`${track} ${knob}`}
        />
        <span className="min-w-0 pt-0.5">{label}</span>
      </label>
      {hint && (
        <p id={hintId} className="pl-16.5 text-sm wrap-anywhere text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}
