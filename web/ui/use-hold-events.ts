import {
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent,
  type TouchEvent,
} from 'react'

interface HoldActions {
  /** The button was held for long enough, and has led to something else. */
  readonly isFull: boolean
  readonly press: () => void
  readonly release: () => void
  /** A press by who cannot hold. */
  readonly activate: () => void
}

/** What a button needs to be held by mouse, finger, pen and keyboard, and pressed by assistive technology. */
export function useHoldEvents({ isFull, press, release, activate }: HoldActions) {
  const isByKey = useRef(false)
  const isByAssistance = useRef(false)

  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      // Some phones tell no size of a finger either: it holds all the same.
      isByAssistance.current = isSyntheticClick(event)
      if (!event.isPrimary || event.button !== 0) return
      // A finger keeps the element it came down on: without this it could slide off unnoticed.
      const { currentTarget, pointerId } = event
      if (currentTarget.hasPointerCapture(pointerId)) currentTarget.releasePointerCapture(pointerId)
      press()
    },
    onPointerUp: release,
    onPointerLeave: release,
    // The browser scrolls with the finger from now on.
    onPointerCancel: release,
    onTouchEnd: (event: TouchEvent) => {
      // The finger lies on what has opened: its lifting would click there.
      if (isFull) event.preventDefault()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!isHoldKey(event)) return
      // Else Space scrolls and both keys click.
      event.preventDefault()
      isByKey.current = true
      if (!event.repeat) press()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (!isHoldKey(event)) return
      event.preventDefault()
      release()
      // Not every browser lets the click of a key be prevented; it follows at once.
      setTimeout(() => (isByKey.current = false))
    },
    onBlur: () => {
      isByKey.current = false
      release()
    },
    onClick: ({ detail }: MouseEvent) => {
      if (isByAssistance.current || (detail === 0 && !isByKey.current)) activate()
      isByAssistance.current = false
    },
    onContextMenu: (event: MouseEvent) => {
      // That of a long press; the right button keeps its own.
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

/** Whether a screen reader pressed: with a pointer without a size, or (TalkBack) a mouse without any pressure. */
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
