import { useSyncExternalStore } from 'react'
import { localText } from '#web/app/browser-storage.ts'
import { readCart } from '#web/features/cart/cart-store.ts'

const storedPresses = localText('hostedPresses')

/**
 * The cart items whose hosted button was pressed, in any tab of this device. Each press can be a
 * payment, and PayPal reports none of them to the page.
 */
function readHostedPresses(): readonly string[] {
  return (storedPresses.read() ?? '').split(' ')
}

export function addHostedPress(itemId: string): void {
  savePresses([...readHostedPresses(), itemId])
}

/** For a payment that has arrived, or that the buyer says they did not make. */
export function removeHostedPress(itemId: string): void {
  savePresses(readHostedPresses().filter((pressedId) => pressedId !== itemId))
}

function savePresses(itemIds: readonly string[]): void {
  // Drop the presses of items that have left the cart.
  const remaining = readCart().filter(({ id }) => itemIds.includes(id))
  storedPresses.write(remaining.map(({ id }) => id).join(' '))
}

/** For pages that have hydrated. */
export function useHostedPresses(): readonly string[] {
  const text = useSyncExternalStore(storedPresses.subscribe, storedPresses.read, () => null)
  return (text ?? '').split(' ')
}

const frameCheckMs = 500

interface WatchedElement extends EventTarget {
  readonly contains: (part: Element | null) => boolean
}

/**
 * Calls `onPress` when someone presses inside an element; returns a function that stops it. A page
 * gets no clicks from an iframe, so there a press is the focus moving from the iframe to a new
 * window. Another window coming to the front looks the same, so a press is a guess.
 */
export function watchPresses(element: WatchedElement, onPress: () => void): () => void {
  let timer: ReturnType<typeof setInterval> | undefined

  function checkFrame(): void {
    const isInFrame = element.contains(document.activeElement)
    if (isInFrame && document.hasFocus()) return
    clearInterval(timer)
    if (isInFrame) onPress()
  }

  function watchFrame(): void {
    clearInterval(timer)
    if (element.contains(document.activeElement)) timer = setInterval(checkFrame, frameCheckMs)
  }

  element.addEventListener('click', onPress)
  window.addEventListener('blur', watchFrame)
  return () => {
    clearInterval(timer)
    element.removeEventListener('click', onPress)
    window.removeEventListener('blur', watchFrame)
  }
}
