import type { Selectable } from 'kysely'
import { parseHexColor } from '#domain/color.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { OrderStatus } from '#domain/orders.ts'
import type { MessageKind, OrdersTable, PaymentsTable } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'

// The staff read French, the language of the community.

const orderHeadings = {
  checkout_started: { title: '🛒 Commande commencée, non payée', color: 0xf5a524 },
  checkout_paid: { title: '✅ Commande payée : à livrer', color: 0x4dff9e },
} as const satisfies Partial<Record<MessageKind, { title: string; color: number }>>

/** Headings of a paid order that was refunded or disputed before its message was sent. */
const changedHeadings: Readonly<
  Partial<Record<OrderStatus, { readonly title: string; readonly color: number }>>
> = {
  refunded: { title: '↩️ Commande payée puis remboursée : ne rien livrer', color: 0xff5c5c },
  disputed: { title: '⚠️ Commande payée, en litige : attendre avant de livrer', color: 0xf5a524 },
}

/** The message about an order, in its state when the message is sent. */
export function composeOrderMessage(
  kind: keyof typeof orderHeadings,
  order: Selectable<OrdersTable>,
): StaffMessage {
  const duration = order.duration_months ? ` (${order.duration_months} mois)` : ''
  const changed = kind === 'checkout_paid' ? changedHeadings[order.status] : undefined
  return {
    ...(changed ?? orderHeadings[kind]),
    thumbnailUrl: order.discord_avatar_url,
    fields: [
      { name: 'Article', value: `${order.item_name}${duration}` },
      ...colorFields(order.color),
      { name: 'Prix', value: `${toDecimal(cents(order.price_cents))} €` },
      { name: 'Steam ID', value: order.steam_id },
      { name: 'Discord', value: order.discord_username },
      { name: 'Commande', value: order.id },
    ],
  }
}

/** In both notations, because the game's settings may need either. */
function colorFields(hex: string | null): StaffMessage['fields'] {
  const color = hex === null ? null : parseHexColor(hex)
  return color ? [{ name: 'Couleur', value: `${hex} (${color.r}, ${color.g}, ${color.b})` }] : []
}

/** The message about a payment that matches no order. */
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
  const { reason, action } = explain(payment)
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

/** By the stored reason of the payment. */
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
  not_completed: {
    reason: 'PayPal retenait ce paiement à son arrivée : aucune commande n’a été cherchée.',
    action: letBuyerClaim,
  },
  payment_disputed: {
    reason: 'Le payeur a ouvert un litige PayPal avant que la boutique ne connaisse ce paiement.',
    action:
      'Répondre au litige dans PayPal et ne rien livrer avant la décision. S’il est gagné, rattacher le paiement à sa commande dans l’administration.',
  },
  order_already_paid: {
    reason: 'La commande était déjà payée : l’acheteur a sans doute payé deux fois.',
    action: refund,
  },
  order_dealt_with: {
    reason: 'L’équipe l’a noté comme réglé quand la réponse de PayPal était illisible.',
    action:
      'Ne livrer que si rien n’a été livré ni remboursé à la main ; puis le noter dans l’administration.',
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
    reason: 'Paiement de test pour une vraie commande, ou l’inverse.',
    action: 'Ne rien livrer. Vérifier les clés PayPal du site.',
  },
  payee_mismatch: {
    reason: 'L’argent est allé à un autre compte PayPal que celui de la boutique.',
    action: 'Ne rien livrer. Vérifier dans PayPal qui a été payé.',
  },
}

function explain(payment: Selectable<PaymentsTable>): Explanation {
  const { unmatched_reason: code, status, resolved_at: resolvedAt } = payment
  const known = explanations[code ?? ''] ?? {
    reason: `Raison inconnue (${code ?? 'aucune'}).`,
    action: askBuyer,
  }
  if (resolvedAt !== null) return { ...known, action: 'Rien : il a été traité entre-temps.' }
  if (status === 'refunded') return { ...known, action: 'Rien : il a été remboursé entre-temps.' }
  return known
}

/** PayPal's other currencies have two decimals as well, except a few that we never use. */
function inUnits(amountCents: number): string {
  return toDecimal(cents(amountCents))
}
