/**
 * Moves the focus out of a message that is about to go: to another one's close button, else to where
 * it was before the messages, else to the page.
 */
export function nextFocus(row: Element, cameFrom: Element | null): void {
  const rows = [...(row.parentElement?.children ?? [])]
  const place = rows.indexOf(row)
  // Those that fade out do not take it.
  const others = [...rows.slice(place + 1), ...rows.slice(0, place).toReversed()]
  const buttons = others.map((other) => other.querySelector('button'))
  const places = [...buttons, cameFrom, document.querySelector('main')]
  for (const target of places) {
    if (!(target instanceof HTMLElement)) continue
    target.focus({ preventScroll: true })
    if (document.activeElement === target) return
  }
}
