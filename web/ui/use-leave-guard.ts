import { useEffect, useRef, useState } from 'react'

interface LeaveGuard {
  /** Goes on at once when nothing would be lost, else asks first. */
  readonly ask: (goOn: () => void) => void
  readonly isAsking: boolean
  readonly stay: () => void
  readonly leave: () => void
}

/** Asks before something unsaved is left: by another item, a link, or the end of the document. */
export function useLeaveGuard(isUnsaved: boolean): LeaveGuard {
  const [question, setQuestion] = useState<{ readonly goOn: () => void } | null>(null)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return undefined
    const keepDocument = (event: BeforeUnloadEvent): void => {
      if (!isAllowed.current) event.preventDefault()
    }
    // Before any handler of the link itself: the router would be gone with it.
    const keepPage = (event: MouseEvent): void => {
      const link = isAllowed.current ? null : findLeavingLink(event)
      if (link === null) return
      event.preventDefault()
      event.stopPropagation()
      setQuestion({
        goOn: () => {
          isAllowed.current = true
          link.click()
          isAllowed.current = false
        },
      })
    }
    addEventListener('beforeunload', keepDocument)
    document.addEventListener('click', keepPage, { capture: true })
    return () => {
      removeEventListener('beforeunload', keepDocument)
      document.removeEventListener('click', keepPage, { capture: true })
    }
  }, [isUnsaved])

  return {
    ask: (goOn) => {
      if (isUnsaved) setQuestion({ goOn })
      else goOn()
    },
    isAsking: question !== null,
    stay: () => setQuestion(null),
    leave: () => {
      setQuestion(null)
      question?.goOn()
    },
  }
}

/** The link that a click follows in this tab, away from where it is. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null
  const link = event.target.closest('a')
  const isElsewhere = link !== null && link.target !== '_blank' && link.hash === ''
  return isElsewhere ? link : null
}
