import { InfiniteQueryObserver, QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiProblem } from './api-client.ts'
import {
  answerState,
  changeNewestData,
  queryClient,
  refetchAfterChange,
  refetchOnReturn,
  setNewestData,
} from './query-client.ts'

const queryKey = ['orders']
let stops: (() => void)[] = []

afterEach(() => {
  stops.forEach((stop) => stop())
  stops = []
  queryClient.clear()
  vi.unstubAllGlobals()
})

/** A page that shows a query whose responses arrive when the test says so, by number of the request. */
function openPage(pageKey = queryKey) {
  const responses: PromiseWithResolvers<string>[] = []
  const queryFn = (): Promise<string> => {
    const response = Promise.withResolvers<string>()
    responses.push(response)
    return response.promise
  }
  const observer = new QueryObserver<string>(queryClient, { queryKey: pageKey, queryFn })
  stops.push(observer.subscribe(() => undefined))
  return {
    requests: () => responses.length,
    respond: (request: number, value: string) => {
      responses[request]?.resolve(value)
      return vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    },
    fail: (request: number, ...[code, status]: ConstructorParameters<typeof ApiProblem>) => {
      responses[request]?.reject(new ApiProblem(code, status))
      return vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
    },
    shown: () => queryClient.getQueryData(pageKey),
    state: () => answerState(observer.getCurrentResult()),
  }
}

test.each([
  ['network_error', 0],
  ['rate_limited', 429],
  ['database_unavailable', 503],
  ['timeout', 408],
  ['unexpected_answer', 200],
] as const)('the data stays through a failure that is no refusal (%s)', async (code, status) => {
  const page = openPage()
  expect(page.state()).toEqual({ status: 'waiting' })
  await page.respond(0, 'orders')
  void queryClient.refetchQueries()
  await page.fail(1, code, status)
  expect(page.state()).toEqual({ status: 'answered', value: 'orders' })
})

test('a refusal removes data that the visitor may no longer see, also after a later failure', async () => {
  const page = openPage()
  await page.respond(0, 'orders')
  void queryClient.refetchQueries()
  await page.fail(1, 'order_not_found', 404)
  expect(page.state()).toMatchObject({ status: 'failed', problem: { code: 'order_not_found' } })
  void queryClient.refetchQueries()
  await page.fail(2, 'network_error', 0)
  expect(page.state()).toMatchObject({ status: 'failed', problem: { code: 'network_error' } })
})

test('what the admin area shows stays through a refusal', async () => {
  const page = openPage(['admin', 'orders'])
  await page.respond(0, 'orders')
  void queryClient.refetchQueries()
  await page.fail(1, 'forbidden', 403)
  expect(page.state()).toEqual({ status: 'answered', value: 'orders' })
})

test('a further page that is refused leaves those before it', async () => {
  const observer = new InfiniteQueryObserver<string>(queryClient, {
    queryKey,
    queryFn: async ({ pageParam }) => {
      if (pageParam === 'second') throw new ApiProblem('order_not_found', 404)
      return 'first'
    },
    initialPageParam: null,
    getNextPageParam: () => 'second',
  })
  stops.push(observer.subscribe(() => undefined))
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0))
  const result = await observer.fetchNextPage()
  expect(result).toMatchObject({ isFetchNextPageError: true, data: { pages: ['first'] } })
})

test('a first failure is shown, and the next response replaces it', async () => {
  const page = openPage()
  await page.fail(0, 'network_error', 0)
  expect(page.state()).toMatchObject({ status: 'failed', problem: { code: 'network_error' } })
  void queryClient.refetchQueries()
  await page.respond(1, 'orders')
  expect(page.state()).toEqual({ status: 'answered', value: 'orders' })
})

test('newer data wins over the response to an earlier request', async () => {
  const { respond, shown } = openPage()
  await setNewestData(queryKey, 'pushed')
  await respond(0, 'loaded')
  expect(shown()).toBe('pushed')
})

test('data of which a part changes before it is loaded is requested again', async () => {
  const page = openPage()
  const changed = changeNewestData<string>(queryKey, (value) => `${value}, changed`)
  await vi.waitFor(() => expect(page.requests()).toBe(2))
  await page.respond(1, 'after')
  await changed
  expect(page.shown()).toBe('after')
})

test('a changed part is stored, and a request that was dropped for it is repeated', async () => {
  const page = openPage()
  await page.respond(0, 'loaded')
  await changeNewestData<string>(queryKey, (value) => `${value}, changed`)
  expect(page.shown()).toBe('loaded, changed')
  expect(page.requests()).toBe(1)
  void queryClient.refetchQueries()
  await changeNewestData<string>(queryKey, (value) => `${value} again`)
  expect(page.shown()).toBe('loaded, changed again')
  expect(page.requests()).toBe(3)
  await page.respond(2, 'news')
  expect(page.shown()).toBe('news')
})

test('a change during a request is loaded after it, with one request for several changes', async () => {
  const page = openPage()
  const changes = [refetchAfterChange(queryKey), refetchAfterChange(queryKey)]
  expect(page.requests()).toBe(1)
  void page.respond(0, 'before')
  await vi.waitFor(() => expect(page.requests()).toBe(2))
  expect(page.shown()).toBe('before')
  await page.respond(1, 'after')
  await Promise.all(changes)
  expect(page.shown()).toBe('after')
  expect(page.requests()).toBe(2)
})

test('a shown query is requested again when the visitor or the network returns', async () => {
  const window = new EventTarget()
  const document = Object.assign(new EventTarget(), { hidden: false, visibilityState: 'visible' })
  vi.stubGlobal('document', document)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  refetchOnReturn()
  queryClient.mount()
  stops.push(() => queryClient.unmount())
  const page = openPage()
  await page.respond(0, 'first')
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.waitFor(() => expect(page.requests()).toBe(2))
  await page.respond(1, 'second')
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(page.requests()).toBe(3))
  await page.respond(2, 'third')
  document.hidden = true
  document.visibilityState = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  window.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(page.shown()).toBe('third'))
  expect(page.requests()).toBe(3)
})
