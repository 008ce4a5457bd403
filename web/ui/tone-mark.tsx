export type MessageTone = 'info' | 'success' | 'warning' | 'error'

const marks: Record<MessageTone, { readonly path: string; readonly color: string }> = {
  info: { path: 'M12 2 21 7v10l-9 5-9-5V7zM12 11v6M12 7v1.5', color: 'text-muted' },
  success: { path: 'M12 2 21 7v10l-9 5-9-5V7zM8 12l3 3 5-6', color: 'text-crystal' },
  warning: { path: 'M12 3 22.5 21h-21zM12 10v5M12 17v1.5', color: 'text-amber' },
  error: { path: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM9 9l6 6M15 9l-6 6', color: 'text-loss' },
}

/** The sign of a message's tone, different in shape as well as in colour. */
export function ToneMark({ tone }: { readonly tone: MessageTone }) {
  const { path, color } = marks[tone]
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className={`mt-0.5 size-6 shrink-0 ${color}`}>
      <path d={path} fill="none" stroke="currentColor" strokeWidth="1.75" />
    </svg>
  )
}
