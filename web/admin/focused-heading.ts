import { useEffect, useRef, type RefObject } from 'react'

/**
 * Moves the focus to a heading when its screen replaces another one. On a newly loaded document
 * nothing has the focus, so it is not moved.
 */
export function useFocusedHeading(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    if (hadScreenBefore) heading.current?.focus()
    hadScreenBefore = true
  }, [])

  return heading
}

let hadScreenBefore = false
