/** Puts the focus on the page's heading, should what had it be gone once all that just changed is drawn. */
export function focusHeadingIfLost(): void {
  requestAnimationFrame(() => {
    const heading = document.querySelector<HTMLElement>('main h1')
    if (heading === null || document.activeElement !== document.body) return
    heading.tabIndex = -1
    heading.focus({ preventScroll: true })
  })
}
