import type { TransactionView } from '#contract/kryptonite.ts'
import type { TransactionType } from '#domain/ledger.ts'
import type { IconName } from '#web/art/icon-paths.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'

interface LineText {
  readonly title: string
  /** What else is to be said of it. */
  readonly detail: string | null
  readonly icon: IconName
}

type DescribeLine = (line: TransactionView) => LineText

const describe: Readonly<Record<TransactionType, DescribeLine>> = {
  pack_purchase: ({ amount }) => ({
    title: m.wallet_line_pack({ amount: formatKr(amount) }),
    detail: null,
    icon: 'crystal',
  }),
  pack_bonus: () => ({ title: m.wallet_line_bonus(), detail: null, icon: 'bolt' }),
  skin_purchase: ({ description }) => ({
    title: m.wallet_line_skin({ name: description }),
    detail: null,
    icon: 'shield',
  }),
  refund: ({ amount }) =>
    amount < 0
      ? { title: m.wallet_line_refund(), detail: m.wallet_line_refund_detail(), icon: 'back' }
      : {
          title: m.wallet_line_refund_undone(),
          detail: m.wallet_line_refund_undone_detail(),
          icon: 'back',
        },
  dispute: ({ amount }) =>
    amount < 0
      ? {
          title: m.wallet_line_dispute(),
          detail: m.wallet_line_dispute_detail(),
          icon: 'warning',
        }
      : {
          title: m.wallet_line_dispute_won(),
          detail: m.wallet_line_dispute_won_detail(),
          icon: 'check',
        },
  admin_add: () => ({ title: m.wallet_line_gift(), detail: null, icon: 'donate' }),
  correction: ({ description }) => ({
    title: m.wallet_line_correction(),
    detail: description || null,
    icon: 'edit',
  }),
}

/** What moved the Kr, in a player's words. */
export function lineText(line: TransactionView): LineText {
  return describe[line.type](line)
}
