import type { Selectable } from 'kysely'
import { cents, toDecimal } from '#domain/money.ts'
import type { DisputeStatus, DisputesTable, OrdersTable, PaymentsTable } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { PackOrder } from '#server/services/kryptonite/pack-orders.ts'
import type { PackMessageKind } from './staff-messages.ts'

/** A payment that was refunded or is disputed, as it stands when the message is sent. */
export interface ReversedPayment {
  readonly payment: Selectable<PaymentsTable>
  /** Null while the payment matches no order. */
  readonly order: Selectable<OrdersTable> | null
  readonly disputes: readonly Selectable<DisputesTable>[]
}

const red = 0xff5c5c
const amber = 0xf5a524
const green = 0x4dff9e

const takeBack = 'Retirer l’article en jeu s’il a déjà été donné.'
const keepRest = 'Rien à retirer : la commande reste payée pour le reste.'
const neverPaid = 'Rien : la commande n’avait pas été livrée.'

/** The message about an order that was refunded, in full or in part. */
export function composeRefundMessage(reversal: ReversedPayment): StaffMessage {
  const isAll = isAllBack(reversal)
  return compose(reversal, {
    title: isAll ? '↩️ Commande remboursée' : '↩️ Commande remboursée en partie',
    color: isAll ? red : amber,
    fields: [],
    action: actionAfterLoss(reversal),
  })
}

const disputeHeadings = {
  dispute_opened: { status: 'open', title: '⚠️ Litige PayPal ouvert', color: red },
  dispute_won: { status: 'won', title: '✅ Litige PayPal gagné', color: green },
  dispute_lost: { status: 'lost', title: '❌ Litige PayPal perdu', color: red },
} as const satisfies Record<string, { status: DisputeStatus; title: string; color: number }>

const disputeActions: Readonly<
  Record<keyof typeof disputeHeadings, (reversal: ReversedPayment) => string>
> = {
  dispute_opened: actionWhileOpen,
  dispute_won: actionAfterWin,
  dispute_lost: actionAfterLoss,
}

/** The message about a PayPal dispute. */
export function composeDisputeMessage(
  kind: keyof typeof disputeHeadings,
  reversal: ReversedPayment,
): StaffMessage {
  const { status, title, color } = disputeHeadings[kind]
  const meant = reversal.disputes.filter((dispute) => dispute.status === status)
  return compose(reversal, {
    title,
    color,
    fields: meant.map(({ reference, amount_cents: amount, currency }) => ({
      name: status === 'lost' ? 'Litige perdu' : 'Litige',
      value: `${reference} : ${inUnits(amount, currency)}`,
    })),
    action: disputeActions[kind](reversal),
  })
}

function actionWhileOpen(reversal: ReversedPayment): string {
  if (reversal.disputes.every(({ status }) => status !== 'open')) {
    return 'Rien : ce litige est déjà clos.'
  }
  if (isAllBack(reversal)) return 'Répondre dans PayPal, avec la preuve du remboursement.'
  return 'Répondre dans PayPal avant la date limite, avec les preuves de livraison. Ne rien donner de plus avant la décision.'
}

function actionAfterWin({ order, disputes }: ReversedPayment): string {
  if (disputes.some(({ status }) => status === 'open')) {
    return 'Attendre : un autre litige est encore ouvert pour ce paiement.'
  }
  if (order?.status === 'refunded') {
    return 'La commande reste remboursée sur le site. Si l’argent est revenu dans PayPal, redonner l’article à la main.'
  }
  return 'Rien à retirer : l’argent reste à la boutique. Donner l’article s’il ne l’est pas encore.'
}

function actionAfterLoss(reversal: ReversedPayment): string {
  if (!isAllBack(reversal)) return keepRest
  return reversal.order && reversal.order.settled_at === null ? neverPaid : takeBack
}

function isAllBack({ payment }: ReversedPayment): boolean {
  return payment.refunded_cents >= payment.amount_cents
}

interface Text extends Pick<StaffMessage, 'title' | 'color' | 'fields'> {
  readonly action: string
}

function compose(
  { payment, order }: ReversedPayment,
  { title, color, fields, action }: Text,
): StaffMessage {
  const { refunded_cents: refunded, amount_cents: amount, currency } = payment
  return {
    title,
    color,
    thumbnailUrl: order?.discord_avatar_url ?? null,
    fields: [
      ...(order ? [{ name: 'Article', value: order.item_name }] : []),
      {
        name: 'Remboursé',
        value: `${inUnits(refunded, currency)} sur ${inUnits(amount, currency)}`,
      },
      ...fields,
      ...(order
        ? [
            { name: 'Steam ID', value: order.steam_id },
            { name: 'Discord', value: order.discord_username },
            { name: 'Commande', value: order.id },
          ]
        : []),
      { name: 'Transaction PayPal', value: payment.reference },
      { name: 'À faire', value: action },
    ],
  }
}

/** PayPal's other currencies have two decimals as well, except a few that we never use. */
function inUnits(amountCents: number, currency: string): string {
  return `${toDecimal(cents(amountCents))} ${currency === 'EUR' ? '€' : currency}`
}

// The staff read French, the language of the community.

interface PackText {
  readonly title: string
  readonly color: number
  readonly action: string
}

const nothingToDo = 'Rien : le site a repris les Kr.'
const negative =
  'Rien : le site a repris les Kr. Un solde négatif bloque les achats jusqu’au prochain pack.'

const texts: Readonly<Record<PackMessageKind, (order: PackOrder) => PackText>> = {
  pack_refunded: (order) => {
    const isAll = order.status === 'refunded'
    const isLost = order.disputed_cents > 0
    const title = isLost ? '❌ Litige Stripe perdu' : '↩️ Pack de Kr remboursé'
    return {
      title: isAll || isLost ? title : `${title} en partie`,
      color: isAll ? red : amber,
      action: isAll ? negative : nothingToDo,
    }
  },
  pack_disputed: ({ status }) => ({
    title: '⚠️ Litige Stripe ouvert sur un pack de Kr',
    color: red,
    action:
      status === 'disputed'
        ? 'Répondre dans Stripe avant la date limite. Le site a repris les Kr ; il les rendra si le litige est gagné.'
        : 'Rien : ce litige est déjà clos.',
  }),
  pack_dispute_won: () => ({
    title: '✅ Litige Stripe gagné',
    color: green,
    action: 'Rien : le site a rendu les Kr.',
  }),
  pack_mismatch: ({ paid_at: paidAt }) => ({
    title: '⚠️ Paiement Stripe qui ne correspond pas à sa commande',
    color: red,
    action:
      paidAt === null
        ? 'Aucun Kr n’a été donné. Vérifier le paiement dans Stripe, puis le rembourser ou créditer les Kr dans l’administration.'
        : 'Rien : la commande est réglée entre-temps.',
  }),
}

/** By the stored reason of the order. */
const mismatches: Readonly<Record<string, string>> = {
  mode: 'Paiement de test pour une vraie commande, ou l’inverse.',
  order: 'Le paiement nomme une autre commande.',
  item: 'Ce n’est pas le pack commandé, ou pas un seul.',
  amount: 'Le montant n’est pas le prix du pack.',
  currency: 'La devise n’est pas celle du pack.',
  dealt_with: 'L’équipe l’a noté comme réglé quand la réponse de Stripe était illisible.',
}

/** The message about a pack's order, in its state when the message is sent. */
export function composePackMessage(kind: PackMessageKind, order: PackOrder): StaffMessage {
  const { title, color, action } = texts[kind](order)
  const back = order.refunded_cents + order.disputed_cents
  return {
    title,
    color,
    thumbnailUrl: null,
    fields: [
      { name: 'Pack', value: `${order.amount} Kr + ${order.bonus} Kr` },
      { name: 'Prix', value: packAmount(order, order.price_cents) },
      ...(back === 0 ? [] : [{ name: 'Repris par la banque', value: packAmount(order, back) }]),
      ...(back === 0 ? [] : [{ name: 'Kr repris', value: `${order.kr_taken_back} Kr` }]),
      ...(kind === 'pack_mismatch' && order.mismatch
        ? [{ name: 'Raison', value: mismatches[order.mismatch] ?? order.mismatch }]
        : []),
      { name: 'Steam ID', value: order.steam_id },
      { name: 'Discord', value: order.discord_username },
      { name: 'Commande', value: order.id },
      { name: 'Paiement Stripe', value: order.payment_intent ?? order.session_id ?? '?' },
      { name: 'À faire', value: action },
    ],
  }
}

function packAmount({ currency }: PackOrder, amountCents: number): string {
  const amount = toDecimal(cents(amountCents))
  return currency === 'USD' ? `${amount} $` : `${amount} ${currency}`
}
