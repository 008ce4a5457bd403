import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to a heading when its screen replaces another one. On a newly loaded document
 * nothing has the focus, so it is not moved.
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
