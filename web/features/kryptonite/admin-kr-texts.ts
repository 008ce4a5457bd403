import { krAmount } from '#contract/fields.ts'
import type { AdminPackOrder } from '#contract/kryptonite.ts'
import {
  packOrderStatuses,
  type PackOrderStatus,
  type TransactionType,
} from '#domain/kryptonite.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'

export const transactionLabels: Readonly<Record<TransactionType, () => string>> = {
  admin_add: () => m.admin_kr_type_admin_add(),
  pack_purchase: () => m.admin_kr_type_pack_purchase(),
  pack_bonus: () => m.admin_kr_type_pack_bonus(),
  skin_purchase: () => m.admin_kr_type_skin_purchase(),
  refund: () => m.admin_kr_type_refund(),
  dispute: () => m.admin_kr_type_dispute(),
  correction: () => m.admin_kr_type_correction(),
}

const packStates: Readonly<Record<PackOrderStatus, StateText>> = {
  pending: { label: m.admin_kr_pack_pending, tone: 'neutral' },
  processing: { label: m.admin_kr_pack_processing, tone: 'amber' },
  paid: { label: m.admin_kr_pack_paid, tone: 'crystal' },
  failed: { label: m.admin_kr_pack_failed, tone: 'loss' },
  expired: { label: m.admin_kr_pack_expired, tone: 'neutral' },
  disputed: { label: m.admin_kr_pack_disputed, tone: 'amber' },
  refunded: { label: m.admin_kr_pack_refunded, tone: 'loss' },
}

const mismatched: StateText = { label: m.admin_kr_pack_wrongly_paid, tone: 'loss' }

/** The label of a pack order's status. An order with a mismatched payment is not shown as unpaid. */
export function packState({
  status,
  mismatch,
}: Pick<AdminPackOrder, 'status' | 'mismatch'>): StateText {
  if (mismatch !== null) return mismatched
  const known = packOrderStatuses.find((candidate) => candidate === status)
  return known ? packStates[known] : { label: () => status, tone: 'neutral' }
}

/** Why a pack's payment was not credited, by the code that the server stores with the order. */
export function mismatchText(code: string): string {
  return staffTexts()['pack-reasons'][code] ?? m.admin_reason_unknown({ code })
}

/** `+500 Kr`, `−200 Kr`. */
export function formatSignedKr(amount: number): string {
  if (amount === 0) return formatKr(0)
  return `${amount > 0 ? '+' : '−'}${formatKr(Math.abs(amount))}`
}

/**
 * Parses a typed amount of Kr: a positive integer, with spaces or the language's separator between
 * thousands. Null for anything else.
 */
export function readTypedKr(text: string, language: string = getLocale()): number | null {
  const spaceless = text.replaceAll(/\s/g, '')
  const [first = '', ...groups] = spaceless.split(thousandsMark(language))
  const isGrouped = /^\d{1,3}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
  const digits = isGrouped ? [first, ...groups].join('') : spaceless
  if (!/^\d{1,9}$/.test(digits)) return null
  return krAmount.safeParse(Number(digits)).data ?? null
}

function thousandsMark(language: string): string {
  const parts = new Intl.NumberFormat(language).formatToParts(1_000_000)
  return parts.find(({ type }) => type === 'group')?.value ?? ' '
}
