import type { Selectable } from 'kysely'
import { cents, toDecimal } from '#domain/money.ts'
import type { DisputesTable, DisputeStatus, OrdersTable, PaymentsTable } from '#server/db/schema.ts'
import type { StaffMessage } from '#server/providers/discord/staff-channel.ts'

/** A payment whose money went back or may have to, as it stands when the message is sent. */
export interface MoneyBack {
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

/** What the staff is told of an order whose money went back, all of it or a part. */
export function composeRefundMessage(moneyBack: MoneyBack): StaffMessage {
  const isAll = isAllBack(moneyBack)
  return compose(moneyBack, {
    title: isAll ? '↩️ Commande remboursée' : '↩️ Commande remboursée en partie',
    color: isAll ? red : amber,
    fields: [],
    action: actionAfterLoss(moneyBack),
  })
}

const disputeHeadings = {
  dispute_opened: { status: 'open', title: '⚠️ Litige PayPal ouvert', color: red },
  dispute_won: { status: 'won', title: '✅ Litige PayPal gagné', color: green },
  dispute_lost: { status: 'lost', title: '❌ Litige PayPal perdu', color: red },
} as const satisfies Record<string, { status: DisputeStatus; title: string; color: number }>

const disputeActions: Readonly<
  Record<keyof typeof disputeHeadings, (moneyBack: MoneyBack) => string>
> = {
  dispute_opened: actionWhileOpen,
  dispute_won: actionAfterWin,
  dispute_lost: actionAfterLoss,
}

/** What the staff is told of a payer who wants his money back by PayPal's arbitration. */
export function composeDisputeMessage(
  kind: keyof typeof disputeHeadings,
  moneyBack: MoneyBack,
): StaffMessage {
  const { status, title, color } = disputeHeadings[kind]
  const meant = moneyBack.disputes.filter((dispute) => dispute.status === status)
  return compose(moneyBack, {
    title,
    color,
    fields: meant.map(({ reference, amount_cents: amount, currency }) => ({
      name: status === 'lost' ? 'Litige perdu' : 'Litige',
      value: `${reference} : ${inUnits(amount, currency)}`,
    })),
    action: disputeActions[kind](moneyBack),
  })
}

function actionWhileOpen(moneyBack: MoneyBack): string {
  if (moneyBack.disputes.every(({ status }) => status !== 'open')) {
    return 'Rien : ce litige est déjà clos.'
  }
  if (isAllBack(moneyBack)) return 'Répondre dans PayPal, avec la preuve du remboursement.'
  return 'Répondre dans PayPal avant la date limite, avec les preuves de livraison. Ne rien donner de plus avant la décision.'
}

function actionAfterWin({ order, disputes }: MoneyBack): string {
  if (disputes.some(({ status }) => status === 'open')) {
    return 'Attendre : un autre litige est encore ouvert pour ce paiement.'
  }
  if (order?.status === 'refunded') {
    return 'La commande reste remboursée sur le site. Si l’argent est revenu dans PayPal, redonner l’article à la main.'
  }
  return 'Rien à retirer : l’argent reste à la boutique. Donner l’article s’il ne l’est pas encore.'
}

function actionAfterLoss(moneyBack: MoneyBack): string {
  if (!isAllBack(moneyBack)) return keepRest
  return moneyBack.order && moneyBack.order.settled_at === null ? neverPaid : takeBack
}

function isAllBack({ payment }: MoneyBack): boolean {
  return payment.refunded_cents >= payment.amount_cents
}

interface Text extends Pick<StaffMessage, 'title' | 'color' | 'fields'> {
  readonly action: string
}

function compose(
  { payment, order }: MoneyBack,
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

/** PayPal's other currencies have two decimals as well, but for a few that we never ask for. */
function inUnits(amountCents: number, currency: string): string {
  return `${toDecimal(cents(amountCents))} ${currency === 'EUR' ? '€' : currency}`
}
