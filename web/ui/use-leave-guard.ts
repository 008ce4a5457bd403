import { useEffect, useRef, useState } from 'react'

/** Asks for confirmation before unsaved work is left: for another item, by a link, or with the document. */
export function useLeaveGuard(isUnsaved: boolean) {
  const [question, setQuestion] = useState<{ readonly action: () => void } | null>(null)
  const isAllowed = useRef(false)

  useEffect(() => {
    if (!isUnsaved) return undefined
    const keepDocument = (event: BeforeUnloadEvent): void => {
      if (!isAllowed.current) event.preventDefault()
    }
    // In the capture phase, before the router handles the click.
    const keepPage = (event: MouseEvent): void => {
      const link = isAllowed.current ? null : findLeavingLink(event)
      if (link === null) return
      event.preventDefault()
      event.stopPropagation()
      setQuestion({
        action: () => {
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
    /** Runs the action at once when nothing would be lost; otherwise it opens the question first. */
    run: (action: () => void) => {
      if (isUnsaved) setQuestion({ action })
      else action()
    },
    isOpen: question !== null,
    stay: () => setQuestion(null),
    leave: () => {
      setQuestion(null)
      question?.action()
    },
  }
}

/** The link that a click opens in this tab, if it leads to another page. */
function findLeavingLink(event: MouseEvent): HTMLAnchorElement | null {
  const hasModifier = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
  if (event.button !== 0 || hasModifier || !(event.target instanceof Element)) return null
  const link = event.target.closest('a')
  const isElsewhere = link !== null && link.target !== '_blank' && link.hash === ''
  return isElsewhere ? link : null
}
