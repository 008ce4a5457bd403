import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const pages = vi.hoisted(() => new Map<string, () => void>())

vi.mock('./page-loader.ts', () => ({
  preparePage: ({ path }: { readonly path: string }) =>
    new Promise<void>((resolve, reject) => {
      pages.set(path, resolve)
      pages.set(`${path} fails`, reject)
    }),
}))

const { loadThenNavigate, navigationType } = await import('./navigation.ts')

const { currentToasts } = await import('./toasts.ts')

const navigate = vi.fn<(to: string, options?: { readonly replace?: boolean }) => void>()
const assign = vi.fn<(to: string) => void>()

beforeEach(() => {
  goTo('/somewhere')
  vi.stubGlobal('navigator', { onLine: true })
})

afterEach(() => {
  navigate.mockReset()
  assign.mockReset()
})

function goTo(address: string): void {
  const { href, pathname } = new URL(address, 'https://shop.example')
  vi.stubGlobal('location', { href, pathname, assign })
}

test("navigates once the page's code has loaded, and reports the type of navigation", async () => {
  expect(navigationType('/')).toBe('document')
  loadThenNavigate(navigate, '/login')
  expect(navigate).not.toHaveBeenCalled()
  pages.get('/login')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/login', undefined))
  expect(navigationType('/login')).toBe('link')
  expect(navigationType('/')).toBe('history')
})

test('a link to the current page adds no entry to the history', async () => {
  navigationType('/')
  goTo('/login?error=x')
  navigationType('/login')
  loadThenNavigate(navigate, '/login?error=x')
  pages.get('/login')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/login?error=x', { replace: true }))
  expect(navigationType('/')).toBe('history')
})

test('the last of several clicks wins', async () => {
  loadThenNavigate(navigate, '/rules')
  loadThenNavigate(navigate, '/login')
  pages.get('/login')?.()
  pages.get('/rules')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalled())
  expect(navigate.mock.calls).toEqual([['/login', undefined]])
})

test('going back while a page loads wins over the link', async () => {
  loadThenNavigate(navigate, '/rules')
  goTo('/earlier')
  pages.get('/rules')?.()
  loadThenNavigate(navigate, '/login')
  pages.get('/login')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalled())
  expect(navigate.mock.calls).toEqual([['/login', undefined]])
})

test('without a network the page stays, and a toast says why', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const titles = (): readonly string[] => currentToasts().map(({ title }) => title)
  loadThenNavigate(navigate, '/rules')
  pages.get('/rules fails')?.()
  await vi.waitFor(() => expect(titles()).toEqual(['Page inaccessible hors ligne']))
  const [first] = currentToasts()
  loadThenNavigate(navigate, '/checkout')
  await vi.waitFor(() => expect(currentToasts()).not.toContain(first))
  expect(titles()).toEqual(['Page inaccessible hors ligne'])
  expect(assign).not.toHaveBeenCalled()
})

test('a page whose code is missing is loaded as a document', async () => {
  loadThenNavigate(navigate, '/rules')
  pages.get('/rules fails')?.()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/rules'))
  expect(navigate).not.toHaveBeenCalled()
})

test('the checkout is always loaded as a document', () => {
  loadThenNavigate(navigate, '/checkout')
  expect(assign).toHaveBeenCalledWith('/checkout')
})

test('the page after the checkout is loaded as a document', () => {
  goTo('/checkout')
  loadThenNavigate(navigate, '/cart')
  expect(assign).toHaveBeenCalledWith('/cart')
  expect(navigate).not.toHaveBeenCalled()
})
