import { useEffect, useRef, useState, type RefObject } from 'react'

/** How wide an element is, in pixels, for drawings whose lettering must not be stretched. */
export function useWidth<Kind extends Element>(): readonly [RefObject<Kind | null>, number] {
  const element = useRef<Kind>(null)
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (element.current === null) return undefined
    const observer = new ResizeObserver(([entry]) => {
      setWidth(Math.floor(entry?.contentRect.width ?? 0))
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
