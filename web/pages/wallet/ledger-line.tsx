import type { TransactionView } from '#contract/kryptonite.ts'
import { Icon } from '#web/art/icon.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { formatDateTime } from '#web/i18n/format-date.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { lineText } from '#web/wallet/line-text.ts'
import { KrText } from '#web/ui/kr-text.tsx'

/** One movement: what it was, when, how much, and what was left. */
export function LedgerLine({ line }: { readonly line: TransactionView }) {
  const { title, detail, icon } = lineText(line)
  const { createdAt, balanceAfter } = line
  return (
    <li tabIndex={-1} className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <span className="hidden size-10 shrink-0 place-items-center bg-raised text-muted sm:grid">
        <Icon name={icon} className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="font-display font-semibold break-words">
            <KrText>{title}</KrText>
          </p>
          {detail !== null && <p className="text-sm break-words text-muted">{detail}</p>}
          <p className="mt-0.5 text-sm text-muted">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 sm:block sm:text-end">
          <Amount amount={line.amount} />
          <p className="text-sm whitespace-nowrap text-muted">
            {m.wallet_after({ balance: formatKr(balanceAfter) })}
          </p>
        </div>
      </div>
    </li>
  )
}

/** Readers of screens hear a word for the sign, which they would skip. */
function Amount({ amount }: { readonly amount: number }) {
  const isGain = amount > 0
  const size = formatKr(Math.abs(amount))
  return (
    <p className={`kr text-lg whitespace-nowrap ${isGain ? 'text-crystal' : 'text-loss'}`}>
      <span aria-hidden="true">
        {isGain ? '+' : '−'}
        {size}
      </span>
      <span className="sr-only">
        {isGain ? m.wallet_plus({ amount: size }) : m.wallet_minus({ amount: size })}
      </span>
    </p>
  )
}
