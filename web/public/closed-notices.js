// Hides the notices that were closed on this device before anything is painted: the document shows
// everybody the same, and the page's own code comes later. `web/app/frame/site-notices.tsx` stores them.
try {
  const closed = localStorage.getItem('closedNotices') ?? ''
  const sheet = new CSSStyleSheet()
  for (const id of closed.split(' '))
    sheet.insertRule(`#${CSS.escape(`notice-${id}`)} { display: none }`)
  document.adoptedStyleSheets = [sheet]
} catch {
  // A browser that refuses storage has stored none.
}
