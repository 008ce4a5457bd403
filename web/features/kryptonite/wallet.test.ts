import { afterEach, expect, test, vi } from 'vitest'
import type { TransactionPage } from '#contract/kryptonite.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { createWalletReader, withNewest, withOlder, type Ledger } from './wallet.ts'

afterEach(() => {
  vi.unstubAllGlobals()
})

function pageFrom(ids: readonly number[], nextCursor: string | null = null): TransactionPage {
  return {
    balance: ids[0] ?? 0,
    nextCursor,
    transactions: ids.map((id) => ({
      id,
      type: 'admin_add',
      amount: 1,
      balanceAfter: id,
      description: '',
      createdAt: '2026-03-01T12:00:00.000Z',
    })),
  }
}

/** A server whose responses to transaction requests arrive when the test says so, by number of the request. */
function startReader() {
  const questions: { readonly path: string; readonly answer: (page: TransactionPage) => void }[] =
    []
  vi.stubGlobal('fetch', (path: string) => {
    if (path.includes('skin-purchases')) return Promise.resolve(Response.json({ skins: [] }))
    return new Promise<Response>((resolve) => {
      questions.push({ path, answer: (lines) => resolve(Response.json(lines)) })
    })
  })
  const account = parseSteamId('76561198006409530')
  if (!account.ok) throw new Error('no Steam ID')
  const answer = (question: number, lines: TransactionPage): void =>
    questions[question]?.answer(lines)
  return { ...createWalletReader(account.steamId64), questions, answer }
}

test('a late response to an older request does not overwrite newer lines', async () => {
  const { read, readOlder, answer } = startReader()
  const slow = read()
  const fast = read()
  answer(1, pageFrom([3, 2], '2'))
  await fast
  answer(0, pageFrom([2], '2'))
  await slow
  const older = readOlder()
  answer(2, pageFrom([1]))
  expect(await older).toMatchObject({ balance: 3, lines: [{ id: 3 }, { id: 2 }, { id: 1 }] })
})

test('older lines that no longer follow the newest ones leave no gap', async () => {
  const { read, readOlder, answer, questions } = startReader()
  const first = read()
  answer(0, pageFrom([9, 8], '8'))
  await first
  const older = readOlder()
  const next = read()
  answer(2, pageFrom([30, 29], '29'))
  await next
  answer(1, pageFrom([7, 6]))
  expect(await older).toMatchObject({ lines: [{ id: 30 }, { id: 29 }], olderCursor: '29' })
  void readOlder()
  expect(questions[3]?.path).toContain('cursor=29')
})

function pageOf(ids: readonly number[], nextCursor: string | null = null): TransactionPage {
  return {
    balance: 0,
    nextCursor,
    transactions: ids.map((id) => ({
      id,
      type: 'admin_add',
      amount: 1,
      balanceAfter: id,
      description: '',
      createdAt: '2026-03-01T12:00:00.000Z',
    })),
  }
}

const idsOf = ({ lines }: Ledger): number[] => lines.map(({ id }) => id)

test('older lines follow those that are known', () => {
  const first = withNewest(null, pageOf([9, 8, 7], '7'))
  const both = withOlder(first, pageOf([6, 5], null))
  expect([idsOf(both), both.olderCursor]).toEqual([[9, 8, 7, 6, 5], null])
})

test('new lines come before the known ones, which stay even beyond the first page', () => {
  const known = withOlder(withNewest(null, pageOf([9, 8, 7], '7')), pageOf([6, 5], '5'))
  const next = withNewest(known, pageOf([11, 10, 9], '9'))
  expect([idsOf(next), next.olderCursor]).toEqual([[11, 10, 9, 8, 7, 6, 5], '5'])
})

test('more new lines than a page holds drop the known ones', () => {
  const known = withOlder(withNewest(null, pageOf([9, 8, 7], '7')), pageOf([6, 5], null))
  const next = withNewest(known, pageOf([30, 29, 28], '28'))
  expect([idsOf(next), next.olderCursor]).toEqual([[30, 29, 28], '28'])
})

test('the same page again changes nothing', () => {
  const known = withNewest(null, pageOf([9, 8, 7], '7'))
  expect(withNewest(known, pageOf([9, 8, 7], '7'))).toEqual(known)
})

test('an empty page makes an empty ledger', () => {
  expect(withNewest(null, pageOf([]))).toEqual({ lines: [], olderCursor: null })
})

test('no line appears twice', () => {
  const known = withNewest(null, pageOf([9, 8], '8'))
  const twice = withOlder(withOlder(known, pageOf([7, 6], '6')), pageOf([7, 6], '6'))
  expect(idsOf(twice)).toEqual([9, 8, 7, 6])
})
