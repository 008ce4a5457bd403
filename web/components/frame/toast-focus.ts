/**
 * Moves the focus out of a message that is about to go: to another one's close button, else to where
 * it was before the messages, else to the page.
 */
export function nextFocus(row: Element, cameFrom: Element | null): void {
  const neighbours = [row.nextElementSibling, row.previousElementSibling]
  const buttons = neighbours.map((neighbour) => neighbour?.querySelector('button') ?? null)
  const places = [...buttons, cameFrom, document.querySelector('main')]
  for (const place of places) {
    if (!(place instanceof HTMLElement)) continue
    place.focus({ preventScroll: true })
    if (document.activeElement === place) return
  }
}
