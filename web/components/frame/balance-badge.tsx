import { Icon } from '../../art/icon.tsx'
import { formatKr } from '../../i18n/format.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { Link } from '../link.tsx'

/** The player's Kr. Without a known Steam ID there are none to show. */
export function BalanceBadge() {
  const balance = formatKr(0)
  return (
    <Link
      href={paths.guideKryptoPoints()}
      aria-label={m.nav_balance({ balance })}
      className="flex min-h-11 items-center gap-1.5 px-2 font-display font-semibold whitespace-nowrap text-crystal hover:text-crystal-bright"
    >
      <Icon name="crystal" className="size-5" />
      {balance}
    </Link>
  )
}
