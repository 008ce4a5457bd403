import { useCallback, type ReactNode } from 'react'
import type { BalanceView } from '../../../contract/kryptonite.ts'
import type { SteamId64 } from '../../../domain/steam-id.ts'
import { requestJson } from '../../api/client.ts'
import { useAnswer } from '../../api/use-answer.ts'
import { Link } from '../../components/link.tsx'
import { formatKr } from '../../i18n/format.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'

interface PurchaseSumProps {
  readonly priceKr: number
  /** Null until one was given. */
  readonly steamId: SteamId64 | null
}

/** Price, balance, and what is left of it. The server reckons for itself. */
export function PurchaseSum({ priceKr, steamId }: PurchaseSumProps) {
  if (steamId === null) {
    return <Sum priceKr={priceKr} balance={m.shop_balance_after_steam_id()} left="—" />
  }
  return <AccountSum priceKr={priceKr} steamId={steamId} />
}

interface AccountSumProps {
  readonly priceKr: number
  readonly steamId: SteamId64
}

/** Of one account: drawn anew for another one. */
function AccountSum({ priceKr, steamId }: AccountSumProps) {
  const ask = useCallback(
    () => requestJson<BalanceView>(`/api/krypto-balance/${steamId}`),
    [steamId],
  )
  const { state } = useAnswer(ask)
  if (state.status !== 'answered') {
    const isWaiting = state.status === 'waiting'
    const balance = isWaiting ? m.shop_balance_loading() : m.shop_balance_not_known()
    return <Sum priceKr={priceKr} balance={balance} left="—" />
  }
  const { balance } = state.value
  const leftKr = balance - priceKr
  if (leftKr >= 0) {
    return <Sum priceKr={priceKr} balance={formatKr(balance)} left={formatKr(leftKr)} />
  }
  return (
    <div>
      <Sum priceKr={priceKr} balance={formatKr(balance)} left="—" />
      <p className="mt-2 text-sm text-amber">
        {m.shop_missing({ amount: formatKr(-leftKr) })}{' '}
        <Link
          href={paths.kryptoPoints()}
          className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
        >
          {m.shop_get_kr()}
        </Link>
      </p>
    </div>
  )
}

interface SumProps {
  readonly priceKr: number
  readonly balance: ReactNode
  readonly left: ReactNode
}

function Sum({ priceKr, balance, left }: SumProps) {
  return (
    <dl aria-live="polite" className="grid gap-1.5">
      <Row label={m.shop_price()} value={formatKr(priceKr)} isMain />
      <Row label={m.shop_account_balance()} value={balance} />
      <Row label={m.shop_left()} value={left} />
    </dl>
  )
}

interface RowProps {
  readonly label: string
  readonly value: ReactNode
  readonly isMain?: boolean
}

function Row({ label, value, isMain = false }: RowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line pb-1.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd
        className={
          isMain ? 'font-display text-lg font-bold text-crystal' : 'font-display font-semibold'
        }
      >
        {value}
      </dd>
    </div>
  )
}
