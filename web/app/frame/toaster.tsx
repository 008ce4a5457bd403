import { useEffect, useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react'
import { createPortal } from 'react-dom'
import {
  dismiss,
  drawnToasts,
  pauseToasts,
  resumeToasts,
  useToasts,
  type Toast,
  type ToastTone,
} from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'
import { CloseMark } from '#web/ui/marks.tsx'
import { useTopModal } from '#web/ui/modals.ts'
import { ToneMark, type MessageTone } from '#web/ui/notice.tsx'

const looks: Readonly<Record<ToastTone, readonly [MessageTone, edge: string]>> = {
  default: ['info', 'cut-line-line-strong'],
  success: ['success', 'cut-line-crystal'],
  destructive: ['error', 'cut-line-loss'],
}

/** The corner where toasts appear: in an open modal, because all around it is inert. */
export function Toaster() {
  const modal = useTopModal()
  return modal ? createPortal(<ToastRegion />, modal) : <ToastRegion />
}

/** The toasts, which stay while the pointer or the focus is in one of them. */
function ToastRegion() {
  const toasts = drawnToasts(useToasts())
  const cameFrom = useRef<Element>(null)
  const region = useRef<HTMLElement>(null)
  useEffect(() => {
    // Above the modal. Browsers before 2024 have no popovers: there it may cover the toasts.
    region.current?.showPopover?.()
    // A pointer or focus in the region that goes with its modal fires no event.
    return resumeToasts
  }, [])

  const enter = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    pauseToasts()
    const isOutside = relatedTarget instanceof Element && !currentTarget.contains(relatedTarget)
    if (isOutside) cameFrom.current = relatedTarget
  }

  return (
    // Pointer and focus only pause the toasts; neither operates anything here. On a phone the
    // toasts are at the top, where they do not cover the button that was just pressed.
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

interface ToastRowProps {
  readonly toast: Toast
  readonly cameFrom: RefObject<Element | null>
}

/** One toast. The list around it is the live region; `toasts.ts` decides how long it stays. */
function ToastRow({ toast, cameFrom }: ToastRowProps) {
  const { id, open, title, description, tone = 'default', actions } = toast
  const [mark, edge] = looks[tone]
  const row = useRef<HTMLLIElement>(null)
  // A newer toast can push this one out while it has the focus.
  useLayoutEffect(() => {
    const element = row.current
    return () => passFocusOn(element, cameFrom)
  }, [cameFrom])
  const close = (): void => {
    resumeToasts()
    // If the focus moves to another toast, that pauses them again.
    passFocusOn(row.current, cameFrom)
    dismiss(id)
  }
  return (
    <li ref={row} inert={!open} data-open={open} className="toast-row pointer-events-auto">
      <div className="min-h-0 overflow-hidden">
        <div
          className={classNames(
            'cut cut-size-14 flex w-full max-w-sm animate-rise items-start gap-3 p-3 pl-4 cut-fill-raised',
            edge,
          )}
        >
          <span className="pt-2">
            <ToneMark tone={mark} />
          </span>
          <div className="min-w-0 flex-1 py-2">
            <p className="font-display font-semibold">{title}</p>
            {description && <p className="mt-0.5 text-sm text-muted">{description}</p>}
            {actions?.map(({ label, href }) => (
              <a
                key={href}
                href={href}
                // A page of the site would be covered by the toast.
                onClick={href.startsWith('/') ? close : undefined}
                className="mr-5 inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
              >
                {label}
              </a>
            ))}
          </div>
          <button
            type="button"
            aria-label={m.close()}
            onClick={close}
            className="grid size-11 shrink-0 place-items-center text-muted transition-colors hover:text-ink"
          >
            <CloseMark className="size-5" />
          </button>
        </div>
      </div>
    </li>
  )
}

function passFocusOn(row: Element | null, cameFrom: RefObject<Element | null>): void {
  if (row?.contains(document.activeElement)) focusNext(row, cameFrom.current)
}

/**
 * Moves the focus out of a toast that is about to disappear: to the close button of another one,
 * else to where it was before the toasts, else to the page.
 */
function focusNext(row: Element, cameFrom: Element | null): void {
  const rows = [...(row.parentElement?.children ?? [])]
  const place = rows.indexOf(row)
  // Toasts that fade out are inert and do not take the focus.
  const others = [...rows.slice(place + 1), ...rows.slice(0, place).toReversed()]
  const buttons = others.map((other) => other.querySelector('button'))
  const places = [...buttons, cameFrom, document.querySelector('main')]
  for (const target of places) {
    if (!(target instanceof HTMLElement)) continue
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}
