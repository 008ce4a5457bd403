import { useCallback, useEffect, type ReactNode } from 'react'
import type { BalanceView } from '#contract/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { requestJson } from '#web/api/client.ts'
import { useAnswer } from '#web/api/use-answer.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { classNames } from '#web/ui/class-names.ts'

interface PurchaseSumProps {
  readonly priceKr: number
  /** Null until one was given. */
  readonly steamId: SteamId64 | null
  /** Told whether the balance that is shown is too small for it. */
  readonly onMissing: (isMissing: boolean) => void
}

/** Price, balance, and what is left of it. The server reckons for itself. */
export function PurchaseSum({ priceKr, steamId, onMissing }: PurchaseSumProps) {
  if (steamId === null) {
    return <Sum priceKr={priceKr} balance={m.shop_balance_after_steam_id()} left="—" />
  }
  return <AccountSum priceKr={priceKr} steamId={steamId} onMissing={onMissing} />
}

interface AccountSumProps extends PurchaseSumProps {
  readonly steamId: SteamId64
}

/** Of one account: drawn anew for another one. */
function AccountSum({ priceKr, steamId, onMissing }: AccountSumProps) {
  const ask = useCallback(
    () => requestJson<BalanceView>(`/api/krypto-balance/${steamId}`),
    [steamId],
  )
  const { state } = useAnswer(ask)
  const isMissing = state.status === 'answered' && state.value.balance < priceKr

  useEffect(() => {
    onMissing(isMissing)
    return () => onMissing(false)
  }, [isMissing, onMissing])

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
      <p className="mt-2 text-sm text-amber">{m.shop_missing({ amount: formatKr(-leftKr) })}</p>
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
      <dd className={classNames('kr', isMain && 'text-lg text-crystal')}>{value}</dd>
    </div>
  )
}
