import { useEffect, useId, useRef, type MouseEvent, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'
import { CloseMark } from './marks.tsx'
import { openModal } from './modals.ts'
import type { Elements } from './elements.ts'

interface DialogProps {
  readonly title: ReactNode
  /** Called for Escape, the close button and a press on the backdrop. The parent must then unmount the dialog. */
  readonly onClose: () => void
  readonly closeLabel: string
  /** `wide` for a large picture. */
  readonly size?: 'normal' | 'wide'
  readonly children: Elements
}

/**
 * A modal on the native element, open while it is mounted: the browser keeps the focus in it. The
 * first field or button gets the focus, unless another has `autoFocus`. On closing, the focus
 * returns to where it was.
 */
export function Dialog({ title, onClose, closeLabel, size = 'normal', children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  useEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    if (element) openModal(element)
    return () => {
      element?.close()
      // The browser restores the focus only while the dialog is still in the document.
      if (opener instanceof HTMLElement) opener.focus({ preventScroll: true })
    }
  }, [])

  // A second Escape closes the dialog without a cancel event. Reopen it, so that the parent decides here too.
  function closedByBrowser() {
    if (dialog.current === null || dialog.current.open) return
    dialog.current.showModal()
    onClose()
  }

  function closeFromBackdrop(event: MouseEvent) {
    if (event.target === dialog.current) onClose()
  }

  return (
    // Closing by the backdrop is an extra for pointers; the keyboard has Escape.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // The parent decides whether the dialog closes.
        event.preventDefault()
        onClose()
      }}
      onClose={closedByBrowser}
      onMouseDown={closeFromBackdrop}
      className={classNames('dialog', size === 'wide' && 'dialog-wide')}
    >
      <div className="cut cut-size-20 p-6 cut-line-line-strong sm:p-8">
        <h2 id={titleId} className="mb-5 pr-12 text-2xl">
          {title}
        </h2>
        {children}
        {/* Last, so that opening moves the focus to the dialog's content. */}
        <Button
          tone="quiet"
          size="square"
          aria-label={closeLabel}
          onClick={onClose}
          className="absolute top-4 right-5"
        >
          <CloseMark className="size-6" />
        </Button>
      </div>
    </dialog>
  )
}
