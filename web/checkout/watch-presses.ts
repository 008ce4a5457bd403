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
