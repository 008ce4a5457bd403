import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'

interface DialogProps {
  readonly title: ReactNode
  /** Called for Escape, the close button and a press outside: then stop drawing the dialog. */
  readonly onClose: () => void
  readonly closeLabel: string
  readonly children: ReactNode
}

/**
 * A modal on the native element, open for as long as it is drawn: the browser keeps the focus in it.
 * Afterwards the focus goes back to where it was. The first field or button in it gets the focus,
 * unless another one has `autoFocus`.
 */
export function Dialog({ title, onClose, closeLabel, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // The browser gives the focus back only while the dialog is still in the document.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  // At a second Escape the browser closes it without asking: then who draws it is asked all the same.
  function closedByBrowser() {
    if (dialog.current === null || dialog.current.open) return
    dialog.current.showModal()
    onClose()
  }

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    // The press outside is an extra for pointers; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Whether it goes is decided by who draws it.
        event.preventDefault()
        onClose()
      }}
      onClose={closedByBrowser}
      onMouseDown={closeFromBackdrop}
      className="dialog"
    >
      <div className="cut cut-size-20 p-6 cut-line-line-strong sm:p-8">
        <h2 id={titleId} className="mb-5 pr-12 text-2xl">
          {title}
        </h2>
        {children}
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
