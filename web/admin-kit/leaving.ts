const askers = new Set<string>()

/** Makes the browser ask before it leaves the document, as long as any asker has typed text that would be lost. */
export function askBeforeLeaving(asker: string, isAsking: boolean): void {
  if (isAsking) askers.add(asker)
  else askers.delete(asker)
  if (askers.size > 0) addEventListener('beforeunload', keepDocument)
  else removeEventListener('beforeunload', keepDocument)
}

function keepDocument(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
