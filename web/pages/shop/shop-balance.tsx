import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useBalance } from '#web/kryptonite/balance-store.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** What the player can spend, and where he gets more. */
export function ShopBalance() {
  return (
    <section
      aria-label={m.shop_balance()}
      className="cut cut-size-14 flex flex-wrap items-center justify-between gap-x-8 gap-y-4 p-4 sm:px-6"
    >
      <div className="flex min-h-23 min-w-0 min-[24rem]:min-h-17 sm:min-h-14 items-center gap-4">
        <Icon name="crystal" className="size-9 text-crystal" />
        <BalanceText />
      </div>
      <div className="flex flex-wrap gap-3">
        <Link href={paths.kryptoPoints()} className={buttonClass()}>
          <KrText>{m.shop_get_kr()}</KrText>
        </Link>
        <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary' })}>
          <Icon name="wallet" className="size-5" />
          {m.shop_wallet()}
        </Link>
      </div>
    </section>
  )
}

/** As tall whatever is known, because what follows must not move. */
function BalanceText() {
  const { steamId, kr } = useBalance()
  return (
    <div className="min-w-0">
      <p className="font-display font-semibold">{m.shop_balance()}</p>
      {steamId === null ? (
        <p className="max-w-lg text-sm text-muted">{m.shop_balance_unknown()}</p>
      ) : (
        <p
          className={`kr text-2xl leading-tight ${kr !== null && kr < 0 ? 'text-loss' : 'text-crystal'}`}
        >
          {kr === null ? <Skeleton className="w-28" /> : formatKr(kr)}
        </p>
      )}
    </div>
  )
}
