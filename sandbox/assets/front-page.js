// @ts-check
const refreshMs = 3000
const notice = document.querySelector('#notice')

/**
 * @param {string} address
 * @param {string} body
 */
async function call(address, body) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  if (notice) notice.textContent = response.ok ? 'Done.' : await response.text()
  await refresh()
}

/** Refreshes the lists; a pressed button or a form being filled in stays as it is. */
async function refresh() {
  const response = await fetch('/')
  if (!response.ok) return
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  const fresh = page.querySelector('#live')
  const shown = document.querySelector('#live')
  if (fresh && shown && fresh.innerHTML !== shown.innerHTML) shown.replaceWith(fresh)
}

document.addEventListener('click', (event) => {
  if (!(event.target instanceof HTMLButtonElement)) return
  const { call: address, body } = event.target.dataset
  if (address !== undefined && body !== undefined) void call(address, body)
})

document.querySelector('#fault')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!(event.target instanceof HTMLFormElement)) return
  const form = new FormData(event.target)
  const path = form.get('path')
  void call(
    '/_sandbox/faults',
    JSON.stringify({
      provider: form.get('provider'),
      kind: form.get('kind'),
      times: Number(form.get('times')),
      ...(path !== '' && { path }),
    }),
  )
})

document.querySelector('#server')?.addEventListener('submit', (event) => {
  event.preventDefault()
  if (!(event.target instanceof HTMLFormElement)) return
  const typed = [...new FormData(event.target)].filter(([, value]) => value !== '')
  const numbers = new Set(['players', 'maxPlayers'])
  const change = typed.map(([name, value]) => [name, numbers.has(name) ? Number(value) : value])
  void call('/_sandbox/server', JSON.stringify(Object.fromEntries(change)))
})

setInterval(() => {
  if (document.visibilityState === 'visible') void refresh().catch(() => {})
}, refreshMs)
