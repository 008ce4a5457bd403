import type { Selectable } from 'kysely'
import { cents, toDecimalEuros } from '../../../domain/money.ts'
import type { MessageKind, OrdersTable, PaymentsTable } from '../../db/schema.ts'
import type { StaffMessage } from '../../providers/discord/staff-channel.ts'

// The staff reads French, the language of the community.

const orderHeadings = {
  checkout_started: { title: '🛒 Commande commencée, non payée', color: 0xf5a524 },
  checkout_paid: { title: '✅ Commande payée : à livrer', color: 0x4dff9e },
} as const satisfies Partial<Record<MessageKind, { title: string; color: number }>>

/** What the staff is told of an order. */
export function composeOrderMessage(
  kind: keyof typeof orderHeadings,
  order: Selectable<OrdersTable>,
): StaffMessage {
  const duration = order.duration_months ? ` (${order.duration_months} mois)` : ''
  return {
    ...orderHeadings[kind],
    thumbnailUrl: order.discord_avatar_url,
    fields: [
      { name: 'Article', value: `${order.item_name}${duration}` },
      { name: 'Prix', value: `${toDecimalEuros(cents(order.price_cents))} €` },
      { name: 'Steam ID', value: order.steam_id },
      { name: 'Discord', value: order.discord_username },
      { name: 'Commande', value: order.id },
    ],
  }
}

/** What the staff is told of a payment that fits no order. */
export function composePaymentMessage(payment: Selectable<PaymentsTable>): StaffMessage {
  const currency = payment.currency === 'EUR' ? '€' : payment.currency
  const amount = { name: 'Montant', value: `${inUnits(payment.amount_cents)} ${currency}` }
  const transaction = { name: 'Transaction PayPal', value: payment.reference }
  if (payment.order_id !== null) {
    return {
      title: 'ℹ️ Paiement rattaché entre-temps',
      color: 0x4dff9e,
      thumbnailUrl: null,
      fields: [
        amount,
        transaction,
        { name: 'Commande', value: payment.order_id },
        { name: 'À faire', value: 'Rien : la commande est réglée.' },
      ],
    }
  }
  const { reason, action } = explain(payment.unmatched_reason)
  return {
    title: '⚠️ Paiement reçu sans commande',
    color: 0xff5c5c,
    thumbnailUrl: null,
    fields: [
      amount,
      transaction,
      { name: 'Raison', value: reason },
      { name: 'À faire', value: action },
    ],
  }
}

interface Explanation {
  readonly reason: string
  readonly action: string
}

const letBuyerClaim =
  'Si l’acheteur se manifeste, il peut rattacher lui-même ce paiement avec son numéro de transaction, sur la page de paiement. Sans nouvelles de lui, rembourser dans PayPal.'
const refund = 'Vérifier dans PayPal, puis rembourser.'
const askBuyer =
  'Retrouver l’acheteur dans PayPal et voir avec lui : livrer à la main ou rembourser.'

/** By the reason that is kept with the payment. */
const explanations: Readonly<Record<string, Explanation>> = {
  several_orders_wait: {
    reason:
      'Plusieurs commandes de ce montant attendent : impossible de savoir laquelle est payée.',
    action: letBuyerClaim,
  },
  no_order_waits: {
    reason: 'Aucune commande de ce montant n’attend de paiement.',
    action: letBuyerClaim,
  },
  claim_does_not_fit: {
    reason: 'Un acheteur a réclamé ce paiement, mais il ne correspond pas à sa commande.',
    action: askBuyer,
  },
  order_already_paid: {
    reason: 'La commande était déjà payée : l’acheteur a sans doute payé deux fois.',
    action: refund,
  },
  order_not_payable: {
    reason: 'La commande ne pouvait plus être payée.',
    action: askBuyer,
  },
  order_unknown: {
    reason: 'Le paiement porte le numéro d’une commande que la boutique ne connaît pas.',
    action: askBuyer,
  },
  order_mismatch: {
    reason: 'Le paiement nomme une autre commande que celle pour laquelle il a été ouvert.',
    action: askBuyer,
  },
  amount_mismatch: {
    reason: 'Le montant payé n’est pas le prix de la commande.',
    action: askBuyer,
  },
  currency_mismatch: {
    reason: 'La devise payée n’est pas celle de la commande.',
    action: askBuyer,
  },
  mode_mismatch: {
    reason: 'Paiement d’essai pour une vraie commande, ou l’inverse.',
    action: 'Ne rien livrer. Vérifier les clés PayPal du site.',
  },
  payee_mismatch: {
    reason: 'L’argent est allé à un autre compte PayPal que celui de la boutique.',
    action: 'Ne rien livrer. Vérifier dans PayPal qui a été payé.',
  },
}

function explain(reason: string | null): Explanation {
  return (
    explanations[reason ?? ''] ?? {
      reason: `Raison inconnue (${reason ?? 'aucune'}).`,
      action: askBuyer,
    }
  )
}

/** PayPal's other currencies have two decimals as well, but for a few that we never ask for. */
function inUnits(amountCents: number): string {
  return toDecimalEuros(cents(amountCents))
}
