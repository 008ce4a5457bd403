import { Icon } from '#web/art/icon.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useBalanceChange } from '#web/kryptonite/use-balance-change.ts'
import { paths } from '#web/paths.ts'
import { Link } from '#web/components/link.tsx'

/** The player's Kr, live. Without a known Steam ID there are none to show. */
export function BalanceBadge() {
  const { balance, change } = useBalanceChange()
  const text = balance.kr === null ? '…\u00A0Kr' : formatKr(balance.kr)
  return (
    <Link
      href={paths.guideKryptoPoints()}
      aria-label={m.nav_balance({ balance: text })}
      className="flex min-h-11 items-center gap-1.5 px-2 kr whitespace-nowrap text-crystal hover:text-crystal-bright"
    >
      <Icon name="crystal" className="size-5" />
      {/* Drawn anew for each amount, so that each change moves. */}
      <span key={balance.kr} data-change={change} className="balance">
        {text}
      </span>
    </Link>
  )
}

/** Says a change of the balance to those who cannot see the badge. */
export function BalanceAnnouncement() {
  const { balance, change } = useBalanceChange()
  return (
    <p aria-live="polite" className="sr-only">
      {change !== null && m.packs_balance_now({ balance: formatKr(balance.kr ?? 0) })}
    </p>
  )
}
