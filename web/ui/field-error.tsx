import type { ReactNode } from 'react'

interface FieldErrorProps {
  /** For the `aria-describedby` of the field. */
  readonly id: string
  readonly children: ReactNode
}

/** What is wrong with a field, below it. */
export function FieldError({ id, children }: FieldErrorProps) {
  return (
    <p id={id} className="mt-2 flex items-start gap-2 text-sm text-loss">
      <svg viewBox="0 0 24 24" aria-hidden="true" className="mt-px size-4.5 shrink-0">
        <path
          d="M12 3 22 20H2zM12 10v5M12 17v1"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
      {children}
    </p>
  )
}
