import { classNames } from './class-names.ts'

interface SpinnerProps {
  /** Announced to screen readers; leave it out where visible text already says it. */
  readonly label?: string
  readonly className?: string
}

/** The outline of a crystal with one bright facet running around it. */
export function Spinner({ label, className }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex shrink-0">
      <svg
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinejoin="round"
        aria-hidden="true"
        className={classNames('spinner', className ?? 'size-5')}
      >
        <path d="M12 2 20 8v8l-8 6-8-6V8z" opacity="0.3" />
        <path d="M12 2 20 8v8l-8 6-8-6V8z" pathLength="100" strokeDasharray="28 72" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}

/** Announces to screen readers what is loading, beside its placeholders. */
export function LoadingText({ children }: { readonly children: string }) {
  return (
    <p aria-live="polite" className="sr-only">
      {children}
    </p>
  )
}

/** A placeholder for content that is loading. Announce the loading with a `LoadingText`, or with the label of a Spinner beside it. */
export function Skeleton({ className }: { readonly className?: string }) {
  return (
    <span aria-hidden="true" className={classNames('skeleton block noscript:hidden', className)} />
  )
}
