import { InfiniteQueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { parseSteamId } from '#domain/steam-id.ts'
import { queryClient, queryKeys, refetchAfterChange } from '#web/app/query-client.ts'
import { walletQuery } from './wallet.ts'

let stop = (): void => undefined

afterEach(() => {
  stop()
  queryClient.clear()
  vi.unstubAllGlobals()
})

const skin = {
  id: 'a skin',
  itemName: 'Ghillie',
  priceKr: 500,
  imageUrl: '/images/abc',
  boughtAt: '2026-11-21T12:00:00.000Z',
  deliveredAt: null,
  task: { state: 'open', notes: [] },
}

const lines = (...ids: readonly number[]) =>
  ids.map((id) => ({
    id,
    type: 'pack_purchase',
    amount: 1,
    balanceAfter: id,
    description: '',
    createdAt: '2026-11-21T12:00:00.000Z',
  }))

/** A server with the lines of these ids, three on a page, and a page that shows the wallet. */
async function openWallet(...ids: readonly number[]) {
  const server = { ids, isLocked: false, asked: [] as string[] }
  vi.stubGlobal('fetch', async (path: string) => {
    server.asked.push(path)
    if (path.includes('krypto-balance')) return Response.json({ balance: server.ids[0] ?? 0 })
    const claimRequired = { code: 'claim_required', message: 'locked' }
    if (server.isLocked) return Response.json(claimRequired, { status: 403 })
    if (path.includes('skin-purchases')) return Response.json({ skins: [skin] })
    const cursor = new URL(path, 'http://localhost').searchParams.get('cursor')
    const left = server.ids.filter((id) => cursor === null || id < Number(cursor))
    const page = left.slice(0, 3)
    return Response.json({
      balance: server.ids[0] ?? 0,
      transactions: lines(...page),
      nextCursor: left.length > page.length ? String(page.at(-1)) : null,
    })
  })
  const player = parseSteamId('76561198006409530')
  if (!player.ok) throw new Error('no Steam ID')
  const observer = new InfiniteQueryObserver(queryClient, walletQuery(player.steamId64))
  stop = observer.subscribe(() => undefined)
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false))
  return { server, observer, wallet: () => observer.getCurrentResult().data }
}

test('a wallet has the balance, the skins and the newest lines', async () => {
  const { wallet } = await openWallet(9, 8, 7, 6)
  expect(wallet()).toEqual({
    isLocked: false,
    balance: 9,
    skins: [skin],
    lines: lines(9, 8, 7),
    hasOlder: true,
  })
})

test('older lines follow those that are known, to the end', async () => {
  const { observer, wallet } = await openWallet(9, 8, 7, 6, 5)
  await observer.fetchNextPage()
  expect(wallet()).toMatchObject({ lines: lines(9, 8, 7, 6, 5), hasOlder: false })
})

test('new lines come before the known ones, without a gap or a line twice', async () => {
  const { server, observer, wallet } = await openWallet(9, 8, 7, 6, 5)
  await observer.fetchNextPage()
  server.ids = [11, 10, 9, 8, 7, 6, 5]
  await observer.refetch()
  expect(wallet()).toMatchObject({ balance: 11, lines: lines(11, 10, 9, 8, 7, 6), hasOlder: true })
  server.ids = [30, 29, 28, 27, 26, 25, 24, 11, 10]
  await observer.refetch()
  expect(wallet()).toMatchObject({ lines: lines(30, 29, 28, 27, 26, 25), hasOlder: true })
})

test('after a change no more than five pages are loaded again', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => 20 - index)
  const { server, observer, wallet } = await openWallet(...ids)
  for (let page = 2; page <= 7; page += 1) await observer.fetchNextPage()
  expect(wallet()).toMatchObject({ lines: lines(...ids), hasOlder: false })
  server.asked = []
  await refetchAfterChange(queryKeys.account)
  expect(server.asked.filter((path) => path.includes('krypto-transactions'))).toHaveLength(5)
  expect(wallet()).toMatchObject({ lines: lines(...ids.slice(0, 15)), hasOlder: true })
})

test('older lines that cannot be loaded leave the known ones', async () => {
  const { observer, wallet } = await openWallet(9, 8, 7, 6)
  vi.stubGlobal('fetch', async () => new Response('', { status: 503 }))
  await expect(observer.fetchNextPage({ throwOnError: true })).rejects.toMatchObject({
    status: 503,
  })
  expect(wallet()).toMatchObject({ lines: lines(9, 8, 7), hasOlder: true })
})

test('a wallet without lines is empty', async () => {
  expect((await openWallet()).wallet()).toMatchObject({ lines: [], hasOlder: false })
})

test('a locked wallet shows the balance only, even if it is locked while older lines are loaded', async () => {
  const { server, observer, wallet } = await openWallet(9, 8, 7, 6)
  server.isLocked = true
  await observer.fetchNextPage()
  expect(wallet()).toEqual({ isLocked: true, balance: 9 })
  await observer.refetch()
  expect(wallet()).toEqual({ isLocked: true, balance: 9 })
  server.isLocked = false
  await observer.refetch()
  expect(wallet()).toMatchObject({ isLocked: false, lines: lines(9, 8, 7) })
})
