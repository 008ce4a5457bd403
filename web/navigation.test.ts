import { afterEach, expect, test, vi } from 'vitest'

const pages = vi.hoisted(() => new Map<string, () => void>())

vi.mock('./page-loader.ts', () => ({
  loadPage: ({ path }: { readonly path: string }) =>
    new Promise<void>((resolve, reject) => {
      pages.set(path, resolve)
      pages.set(`${path} fails`, reject)
    }),
}))

const { loadThenNavigate, takeArrival } = await import('./navigation.ts')

const navigate = vi.fn<(to: string) => void>()
const assign = vi.fn<(to: string) => void>()
vi.stubGlobal('location', { assign })

afterEach(() => {
  navigate.mockReset()
  assign.mockReset()
})

test("goes to a page once its code is there, and says so to the page's arrival", async () => {
  expect(takeArrival('/')).toBe('document')
  loadThenNavigate(navigate, '/login')
  expect(navigate).not.toHaveBeenCalled()
  pages.get('/login')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalledWith('/login', undefined))
  expect(takeArrival('/login')).toBe('link')
  expect(takeArrival('/')).toBe('history')
})

test('the last of several clicks wins', async () => {
  loadThenNavigate(navigate, '/rules')
  loadThenNavigate(navigate, '/login')
  pages.get('/login')?.()
  pages.get('/rules')?.()
  await vi.waitFor(() => expect(navigate).toHaveBeenCalled())
  expect(navigate.mock.calls).toEqual([['/login', undefined]])
})

test('a page whose code is gone is loaded as a document', async () => {
  loadThenNavigate(navigate, '/rules')
  pages.get('/rules fails')?.()
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/rules'))
  expect(navigate).not.toHaveBeenCalled()
})

test('the checkout is always loaded as a document', () => {
  loadThenNavigate(navigate, '/checkout')
  expect(assign).toHaveBeenCalledWith('/checkout')
})
