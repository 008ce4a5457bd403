import type { Page, Route } from '@playwright/test'
import type { SteamClaimsView } from '#contract/accounts.ts'
import type { TransactionPage, TransactionView } from '#contract/kryptonite.ts'
import type { OwnedSkinView } from '#contract/skins.ts'
import type { ProblemCode } from '#contract/problem.ts'

export const shownSteamId = '76561198006409531'

const moves: readonly [TransactionView['type'], number, string][] = [
  ['pack_purchase', 1000, 'Pack of 1000 Kr'],
  ['pack_bonus', 100, 'Bonus'],
  ['skin_purchase', -250, 'Toxic Mosin'],
  ['admin_add', 40, 'Admin added 40 Kr'],
  ['correction', -40, 'Credited twice by mistake'],
  ['dispute', -1100, 'Dispute'],
  ['dispute', 1100, 'Dispute won'],
  ['refund', -1100, 'Refund'],
  ['refund', 10, 'Refund undone'],
]

/** Every kind of line, newest first; the last balance is below zero. */
export const everyLine: readonly TransactionView[] = moves
  .map(([type, amount, description], index) => ({
    id: index + 1,
    type,
    amount,
    description,
    balanceAfter: moves.slice(0, index + 1).reduce((sum, [, part]) => sum + part, 0),
    createdAt: new Date(Date.UTC(2026, 2, index + 1, 12)).toISOString(),
  }))
  .toReversed()

export const skins: readonly OwnedSkinView[] = [
  {
    id: '5f0c6f0e-0000-4000-8000-000000000001',
    itemName: 'Toxic Mosin',
    priceKr: 250,
    imageUrl: '/pictures/toxic.webp',
    boughtAt: '2026-03-03T12:00:00.000Z',
    deliveredAt: null,
    task: { state: 'open', notes: [] },
  },
  {
    id: '5f0c6f0e-0000-4000-8000-000000000002',
    itemName: 'Nightfall plate carrier',
    priceKr: 1200,
    imageUrl: '/pictures/nightfall.webp',
    boughtAt: '2026-02-01T12:00:00.000Z',
    deliveredAt: '2026-02-03T12:00:00.000Z',
    task: { state: 'delivered', notes: [] },
  },
  {
    id: '5f0c6f0e-0000-4000-8000-000000000003',
    itemName: 'Jade helmet',
    priceKr: 300,
    imageUrl: '/pictures/jade.webp',
    boughtAt: '2026-01-03T12:00:00.000Z',
    deliveredAt: null,
    task: {
      state: 'in_progress',
      notes: [
        {
          at: '2026-01-04T12:00:00.000Z',
          text: 'A first look.\nTell us what you think.',
          pictureUrl: '/pictures/jade-in-game.webp',
        },
      ],
    },
  },
]

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300" viewBox="0 0 400 300"><path fill="#10301a" d="M0 0h400v300H0z"/><path fill="#35c043" d="m60 160 250-70 40 20-60 40-40 10-30 50-40-10 20-40-60 15z"/></svg>`

export interface ShownWallet {
  readonly lines?: readonly TransactionView[]
  readonly skins?: readonly OwnedSkinView[]
  readonly claims?: Partial<SteamClaimsView>
  /** Another account's. */
  readonly isLocked?: boolean
}

/** Replaces our server's answer to every request for a wallet by this one. */
export async function answerWallet(page: Page, wallet: ShownWallet): Promise<void> {
  const { lines = [], skins: owned = [], claims = {}, isLocked = false } = wallet
  const balance = lines[0]?.balanceAfter ?? 0
  const ledger: TransactionPage = { balance, transactions: lines, nextCursor: null }
  const view: SteamClaimsView = { claimRequired: false, signedIn: false, claims: [], ...claims }
  const own = (json: object) => (route: Route) =>
    isLocked ? refuse(route, 'claim_required', 403) : route.fulfill({ json })
  await page.route('**/api/krypto-balance/*', (route) => route.fulfill({ json: { balance } }))
  await page.route('**/api/krypto-transactions/*', own(ledger))
  await page.route('**/api/skin-purchases/*', own({ skins: owned }))
  await page.route('**/api/steam-claims', (route) => route.fulfill({ json: view }))
  await page.route('**/pictures/*', (route) =>
    route.fulfill({ body: picture, contentType: 'image/svg+xml' }),
  )
}

export function refuse(route: Route, code: ProblemCode, status: number): Promise<void> {
  return route.fulfill({ status, json: { code, message: code } })
}

/** The data that a purchase leaves on this device. */
export async function rememberSteamId(page: Page, steamId: string): Promise<void> {
  await page.addInitScript((id) => localStorage.setItem('userSteamId', id), steamId)
}
