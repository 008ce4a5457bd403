import { cents, toDecimal } from '#domain/money.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'
import type { PackOrder } from './pack-records.ts'
import type { PackMessageKind } from './staff-messages.ts'

// The staff reads French, the language of the community.

interface Text {
  readonly title: string
  readonly color: number
  readonly action: string
}

const red = 0xff5c5c
const amber = 0xf5a524
const green = 0x4dff9e

const nothingToDo = 'Rien : le site a repris les Kr.'
const negative =
  'Rien : le site a repris les Kr. Un solde négatif bloque les achats jusqu’au prochain pack.'

const texts: Readonly<Record<PackMessageKind, (order: PackOrder) => Text>> = {
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

/** By the reason that is kept with the order. */
const mismatches: Readonly<Record<string, string>> = {
  mode: 'Paiement de test pour une vraie commande, ou l’inverse.',
  order: 'Le paiement nomme une autre commande.',
  item: 'Ce n’est pas le pack commandé, ou pas un seul.',
  amount: 'Le montant n’est pas le prix du pack.',
  currency: 'La devise n’est pas celle du pack.',
  dealt_with: 'L’équipe l’a noté comme réglé quand la réponse de Stripe était illisible.',
}

/** What the staff is told of a pack's order, as it stands when the message is sent. */
export function composePackMessage(kind: PackMessageKind, order: PackOrder): StaffMessage {
  const { title, color, action } = texts[kind](order)
  const back = order.refunded_cents + order.disputed_cents
  return {
    title,
    color,
    thumbnailUrl: null,
    fields: [
      { name: 'Pack', value: `${order.amount} Kr + ${order.bonus} Kr` },
      { name: 'Prix', value: inUnits(order, order.price_cents) },
      ...(back === 0 ? [] : [{ name: 'Repris par la banque', value: inUnits(order, back) }]),
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

function inUnits({ currency }: PackOrder, amountCents: number): string {
  const amount = toDecimal(cents(amountCents))
  return currency === 'USD' ? `${amount} $` : `${amount} ${currency}`
}
