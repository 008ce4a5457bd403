import { randomBytes, randomInt } from 'node:crypto'
import { z } from 'zod'
import { type Money, moneySchema, toMinorUnits } from './money.ts'

/** A payment button that its owner made on PayPal's pages, with its price. */
export const hostedButton = z.strictObject({
  hostedButtonId: z.string().regex(/^[A-Z0-9]{1,40}$/i),
  name: z.string().min(1).max(127),
  valueEuros: z
    .union([z.number().transform((value) => value.toFixed(2)), z.string()])
    .pipe(z.string().regex(/^\d+\.\d{2}$/)),
})
export type HostedButton = z.output<typeof hostedButton>

export const purchaseUnitRequest = z.object({
  reference_id: z.string().min(1).max(256).optional(),
  description: z.string().min(1).max(127).optional(),
  custom_id: z.string().min(1).max(127).optional(),
  invoice_id: z.string().min(1).max(127).optional(),
  soft_descriptor: z.string().min(1).max(22).optional(),
  amount: moneySchema,
})

export interface PurchaseUnit extends z.output<typeof purchaseUnitRequest> {
  readonly reference_id: string
  captureId?: string
}

/** What will happen to the buyer's means of payment when the order is captured. */
export type Instrument = 'accepted' | 'declined' | 'held'

/** Why PayPal holds a payment: it checks it, the shop has to accept it, the buyer's bank is slow. */
export const heldReasons = [
  'PENDING_REVIEW',
  'RECEIVING_PREFERENCE_MANDATES_MANUAL_ACTION',
  'UNILATERAL',
  'VERIFICATION_REQUIRED',
  'INTERNATIONAL_WITHDRAWAL',
  'ECHECK',
] as const
export type HeldReason = (typeof heldReasons)[number]

export interface Order {
  readonly id: string
  readonly createTime: string
  readonly units: readonly PurchaseUnit[]
  readonly fromHostedButton: boolean
  updateTime: string
  status: 'CREATED' | 'APPROVED' | 'COMPLETED'
  instrument: Instrument | null
  /** Of a payment that will be held. */
  heldReason: HeldReason
  /** Where its buyer lives. */
  country: string
}

export interface Capture {
  readonly id: string
  readonly orderId: string
  readonly amount: Money
  readonly customId: string | undefined
  readonly invoiceId: string | undefined
  readonly createTime: string
  updateTime: string
  readonly refunds: Refund[]
  readonly heldReason: HeldReason
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  readonly disputes: Dispute[]
}

export interface Refund {
  readonly id: string
  readonly captureId: string
  readonly amount: Money
  /** All refunds of the capture, up to and including this one. */
  readonly totalRefunded: Money
  readonly invoiceId: string | undefined
  readonly customId: string | undefined
  readonly note: string | undefined
  readonly createTime: string
}

export interface Dispute {
  readonly id: string
  readonly captureId: string
  /** The amount that the buyer claims. */
  readonly amount: Money
  readonly createTime: string
  updateTime: string
  outcome: 'open' | 'won' | 'lost'
  /** The amount that a lost dispute took from the shop. */
  taken: Money | null
  /** Whether that amount is listed among the refunds of the capture as well. */
  takenAsRefund: boolean
}

export interface PayPalState {
  readonly orders: Map<string, Order>
  readonly captures: Map<string, Capture>
  readonly refunds: Map<string, Refund>
  readonly disputes: Map<string, Dispute>
  readonly paidInvoiceIds: Set<string>
  readonly hostedButtons: Map<string, HostedButton>
  readonly accessTokens: Map<string, number>
}

export function createState(hostedButtons: readonly HostedButton[]): PayPalState {
  const state: PayPalState = {
    orders: new Map(),
    captures: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    paidInvoiceIds: new Set(),
    hostedButtons: new Map(),
    accessTokens: new Map(),
  }
  for (const button of hostedButtons) state.hostedButtons.set(button.hostedButtonId, button)
  return state
}

/** Keeps the buttons, which are setup, not events. */
export function clearState(state: PayPalState): void {
  state.orders.clear()
  state.captures.clear()
  state.refunds.clear()
  state.disputes.clear()
  state.paidInvoiceIds.clear()
  state.accessTokens.clear()
}

const letters = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

function randomLetters(length: number): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)]).join('')
}

/** Ids of orders, captures and refunds: 17 characters, upper case. */
export function newTransactionId(): string {
  return randomLetters(17)
}

export function newEventId(): string {
  return `WH-${randomLetters(17)}-${randomLetters(17)}`
}

export function newDisputeId(): string {
  const groups = Array.from({ length: 4 }, () => String(randomInt(1000)).padStart(3, '0'))
  return `PP-${groups.join('-')}`
}

export function newDebugId(): string {
  return randomBytes(7).toString('hex').slice(0, 13)
}

export function newAccessToken(): string {
  return `A21AA${randomBytes(48).toString('base64url')}`
}

/** All refunds of a capture, in the smallest units of its currency. */
export function sumRefunds({ refunds }: Capture): number {
  return refunds.reduce((total, { amount }) => total + toMinorUnits(amount), 0)
}

/** The whole returned amount, including lost disputes that are not listed as refunds. */
export function sumReturned(capture: Capture): number {
  return capture.disputes.reduce(
    (total, { taken, takenAsRefund }) =>
      total + (taken && !takenAsRefund ? toMinorUnits(taken) : 0),
    sumRefunds(capture),
  )
}

/** How much of a capture the shop still has. */
export function leftOf(capture: Capture): number {
  return toMinorUnits(capture.amount) - sumReturned(capture)
}

/** How much of it no open dispute concerns. */
export function undisputedOf(capture: Capture): number {
  return capture.disputes
    .filter(({ outcome }) => outcome === 'open')
    .reduce((left, { amount }) => left - toMinorUnits(amount), leftOf(capture))
}
