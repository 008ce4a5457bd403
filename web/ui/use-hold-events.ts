import {
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
} from 'react'

interface HoldActions {
  /** The button has been held long enough, and its action has run. */
  readonly isFull: boolean
  readonly press: () => void
  readonly release: () => void
  /** Called before `release` when they let go too early, and not when the page takes the hold away. */
  readonly letGo: () => void
  /** Called for a click by assistive technology, which cannot hold the button. */
  readonly activate: () => void
}

/**
 * Event handlers for a button that is held by mouse, finger, pen or keyboard, and clicked by
 * assistive technology.
 */
export function useHoldEvents({ isFull, press, release, letGo, activate }: HoldActions) {
  const isByKey = useRef(false)
  const isByAssistiveTechnology = useRef(false)
  const releaseByHand = (): void => {
    if (!isFull) letGo()
    release()
  }

  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      // Some phones report no size for a finger either, so this does not stop the hold.
      isByAssistiveTechnology.current = isSyntheticClick(event)
      if (!event.isPrimary || event.button !== 0) return
      // A touch captures its element, so the finger could slide off without a leave event.
      const { currentTarget, pointerId } = event
      if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId)
      press()
    },
    // The right button opens a menu, and has pressed nothing.
    onPointerUp: ({ button }: PointerEvent) => (button === 0 ? releaseByHand() : release()),
    onPointerLeave: release,
    // The browser has started to scroll.
    onPointerCancel: release,
    onTouchEnd: (event: TouchEvent) => {
      // The finger is over what has just opened, and lifting it would click there.
      if (isFull) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isHoldKey(event)) return
      // Otherwise Space scrolls, and both keys click.
      event.preventDefault()
      isByKey.current = true
      if (!event.repeat) press()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isHoldKey(event)) return
      event.preventDefault()
      releaseByHand()
      // Some browsers fire the click of a key even after preventDefault. It comes right after this event.
      setTimeout(() => (isByKey.current = false))
    },
    onBlur: () => {
      isByKey.current = false
      release()
    },
    onClick: ({ detail }: MouseEvent) => {
      if (isByAssistiveTechnology.current || (detail === 0 && !isByKey.current)) activate()
      isByAssistiveTechnology.current = false
    },
    onContextMenu: (event: MouseEvent) => {
      // Prevents the menu of a long press; the right button keeps its own.
      if (event.button !== 2) event.preventDefault()
    },
  }
}

function isHoldKey({ key }: KeyboardEvent): boolean {
  return key === ' ' || key === 'Enter'
}

type PressEvent = Readonly<
  Pick<globalThis.PointerEvent, 'pointerType' | 'width' | 'height' | 'pressure' | 'detail'>
>

/**
 * Whether assistive technology made the press: its pointer has no size, or (TalkBack) is a mouse
 * without pressure.
 */
export function isSyntheticClick({
  pointerType,
  width,
  height,
  pressure,
  detail,
}: PressEvent): boolean {
  if (width === 0 && height === 0) return true
  return pointerType === 'mouse' && pressure === 0 && detail === 0
}
