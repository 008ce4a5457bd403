interface MarkProps {
  readonly className: string
}

/** Decorative, as all marks here: the text or `aria-label` beside it says what it means. */
export function CloseMark({ className }: MarkProps) {
  return <StrokeMark path="m5 5 14 14M19 5 5 19" className={className} />
}

export function ArrowMark({ className }: MarkProps) {
  return <StrokeMark path="M4 12h15M13 6l6 6-6 6" className={className} />
}

function StrokeMark({ path, className }: MarkProps & { readonly path: string }) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={className}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}

/** The crystal of a choice, with a tick when the choice is on (`parts.css`). */
export function ChoiceMark({ className }: MarkProps) {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`choice-mark shrink-0 ${className}`}>
      <path d="M12 2 20 8v8l-8 6-8-6V8z" className="choice-gem" />
      <path d="m8 12 3 3 5.5-6" className="choice-tick" />
    </svg>
  )
}

/** A swatch of a colour such as `#ff8800`. */
export function ColorMark({ hex, className }: MarkProps & { readonly hex: string }) {
  return (
    <svg viewBox="0 0 20 20" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path fill={hex} d="M5.5.5h14v14l-5 5H.5v-14z" className="stroke-line-strong" />
    </svg>
  )
}
