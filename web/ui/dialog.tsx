import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  readonly open: boolean
  /** Called for Escape, the close button and a press outside; set `open` to false. */
  readonly onClose: () => void
  readonly title: ReactNode
  readonly closeLabel: string
  readonly children: ReactNode
  /** The row of buttons at the end. */
  readonly actions?: ReactNode
}

/** A modal on the native element: the browser traps the focus and gives it back. */
export function Dialog({ open, onClose, title, closeLabel, children, actions }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    if (open) dialog.current?.showModal()
    else dialog.current?.close()
  }, [open])

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    // The press outside is an extra for pointers; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      onClick={closeFromBackdrop}
      className="dialog"
    >
      <div className="cut cut-size-20 p-6 cut-line-line-strong sm:p-8">
        <h2 id={titleId} className="mb-5 pr-12 text-2xl">
          {title}
        </h2>
        {children}
        {actions && <div className="mt-7 flex flex-wrap justify-end gap-3">{actions}</div>}
        {/* Last, so that opening puts the focus on what the dialog is about. */}
        <Button
          tone="quiet"
          size="square"
          aria-label={closeLabel}
          onClick={onClose}
          className="dialog-close"
        >
          <CloseMark />
        </Button>
      </div>
    </dialog>
  )
}

function CloseMark() {
  return (
    <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6">
      <path d="m5 5 14 14M19 5 5 19" fill="none" stroke="currentColor" strokeWidth="2" />
    </svg>
  )
}
