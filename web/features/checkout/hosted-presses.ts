import { useSyncExternalStore } from 'react'
import { localText } from '#web/app/browser-storage.ts'
import { readCart } from '#web/features/cart/cart-store.ts'

const storedPresses = localText('hostedPresses')

/**
 * The cart items whose hosted button was pressed, in any tab of this device. Each press can be a
 * payment of its own, and PayPal tells the page of none.
 */
function readHostedPresses(): readonly string[] {
  return (storedPresses.read() ?? '').split(' ')
}

export function addHostedPress(itemId: string): void {
  savePresses([...readHostedPresses(), itemId])
}

/** The payment has come, or the buyer says that he made none. */
export function removeHostedPress(itemId: string): void {
  savePresses(readHostedPresses().filter((pressedId) => pressedId !== itemId))
}

function savePresses(itemIds: readonly string[]): void {
  // Items that have left the cart are asked about no more.
  const wanted = readCart().filter(({ id }) => itemIds.includes(id))
  storedPresses.write(wanted.map(({ id }) => id).join(' '))
}

/** For pages that know the device. */
export function useHostedPresses(): readonly string[] {
  const text = useSyncExternalStore(storedPresses.subscribe, storedPresses.read, () => null)
  return (text ?? '').split(' ')
}

const frameCheckMs = 500

interface WatchedElement extends EventTarget {
  readonly contains: (part: Element | null) => boolean
}

/**
 * Calls back when someone presses inside of an element; answers the function that stops it. The
 * clicks in a frame are heard by no page: there it is a press when the focus goes from the frame to
 * a window that opens. Another window in front looks the same, so a press is a guess.
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
