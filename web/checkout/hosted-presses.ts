import { useSyncExternalStore } from 'react'
import { readCart } from '#web/cart/cart-store.ts'
import { localText } from '#web/storage/local-text.ts'

const stored = localText('hostedPresses')

/**
 * The cart items whose hosted button was pressed, in any tab of this device. Each press can be a
 * payment of its own, and PayPal tells the page of none.
 */
function readHostedPresses(): readonly string[] {
  return (stored.read() ?? '').split(' ')
}

export function addHostedPress(itemId: string): void {
  save([...readHostedPresses(), itemId])
}

/** The payment has come, or the buyer says that he made none. */
export function removeHostedPress(itemId: string): void {
  save(readHostedPresses().filter((pressedId) => pressedId !== itemId))
}

function save(itemIds: readonly string[]): void {
  // Items that have left the cart are asked about no more.
  const wanted = readCart().filter(({ id }) => itemIds.includes(id))
  stored.write(wanted.map(({ id }) => id).join(' '))
}

/** For pages that know the device. */
export function useHostedPresses(): readonly string[] {
  const text = useSyncExternalStore(stored.subscribe, stored.read, () => null)
  return (text ?? '').split(' ')
}
