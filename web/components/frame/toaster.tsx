import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { carryToasts } from '#web/carried-toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { drawnToasts, type Toast, type ToastTone } from '#web/toast-list.ts'
import { dismiss, pauseToasts, resumeToasts, useToasts } from '#web/toasts.ts'
import { ToastCard } from '#web/ui/toast-card.tsx'
import type { MessageTone } from '#web/ui/tone-mark.tsx'
import { nextFocus } from './toast-focus.ts'

const cardTones: Readonly<Record<ToastTone, MessageTone>> = {
  default: 'info',
  success: 'success',
  destructive: 'error',
}

/** The corner where short messages appear. They wait while someone points at one or has the focus in one. */
export function Toaster() {
  const toasts = drawnToasts(useToasts())
  const cameFrom = useRef<Element>(null)
  const region = useRef<HTMLElement>(null)
  useEffect(carryToasts, [])
  useEffect(() => raise(region.current), [])

  const enter = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    pauseToasts()
    const isOutside = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)
    if (isOutside) cameFrom.current = relatedTarget
  }

  return (
    // Pointer and focus only make the messages wait; nothing is operated by them. On a phone the
    // messages are at the top, where they do not cover the button that was just pressed.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      ref={region}
      popover="manual"
      aria-label={m.toast_region()}
      onPointerEnter={pauseToasts}
      onPointerLeave={resumeToasts}
      onFocus={enter}
      onBlur={resumeToasts}
      className="pointer-events-none fixed inset-x-3 top-18 bottom-auto z-50 w-auto overflow-visible bg-transparent text-ink sm:top-auto sm:bottom-3 sm:left-auto sm:w-96 print:hidden"
    >
      <ul aria-live="polite" className="flex flex-col items-end">
        {toasts.map((toast) => (
          <ToastRow key={toast.id} toast={toast} cameFrom={cameFrom} />
        ))}
      </ul>
    </section>
  )
}

/** Over the page and over a dialog: the browser draws what was opened last above all else. */
function raise(region: HTMLElement | null | undefined): void {
  // Browsers before 2024 draw it over the page only.
  if (!region?.showPopover) return
  const isOpen = region.matches(':popover-open')
  // Taken away for a moment, its messages might not be read out; in a dialog they are not anyway.
  if (isOpen && document.querySelector('dialog:modal') === null) return
  if (isOpen) region.hidePopover()
  region.showPopover()
}

interface ToastRowProps {
  readonly toast: Toast
  readonly cameFrom: RefObject<Element | null>
}

function ToastRow({ toast, cameFrom }: ToastRowProps) {
  const { id, open, title, description, tone = 'default', actions } = toast
  const row = useRef<HTMLLIElement>(null)
  useEffect(() => raise(row.current?.closest<HTMLElement>('[popover]')), [])
  // It can be the oldest of those that are drawn when another one comes.
  useLayoutEffect(() => {
    const element = row.current
    return () => handFocusOn(element, cameFrom)
  }, [cameFrom])
  const close = (): void => {
    resumeToasts()
    // Focus in another message makes them wait again.
    handFocusOn(row.current, cameFrom)
    dismiss(id)
  }
  return (
    <li ref={row} inert={!open} data-open={open} className="toast-row pointer-events-auto">
      <div className="min-h-0 overflow-hidden">
        <ToastCard
          tone={cardTones[tone]}
          title={title}
          text={description}
          {...(actions && { actions })}
          closeLabel={m.toast_close()}
          onClose={close}
        />
      </div>
    </li>
  )
}

function handFocusOn(row: Element | null, cameFrom: RefObject<Element | null>): void {
  if (row?.contains(document.activeElement)) nextFocus(row, cameFrom.current)
}
