import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to a heading when its screen takes the place of the one that had the focus. On a
 * document that has just been loaded nothing has it, and nothing is moved.
 */
export function useFocusedHeading(isShown: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const wasShown = useRef(false)

  useEffect(() => {
    if (isShown && !wasShown.current && hadScreenBefore) heading.current?.focus()
    wasShown.current = isShown
    if (isShown) hadScreenBefore = true
  }, [isShown])

  return heading
}

let hadScreenBefore = false
