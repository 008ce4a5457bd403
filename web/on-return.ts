/** Calls the listener when the visitor comes back to the page or the network does; answers the function that stops it. */
export function onReturn(listener: () => void): () => void {
  const onVisibility = (): void => {
    if (!document.hidden) listener()
  }
  document.addEventListener('visibilitychange', onVisibility)
  addEventListener('online', listener)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    removeEventListener('online', listener)
  }
}
