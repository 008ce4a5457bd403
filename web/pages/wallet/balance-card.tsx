import type { SteamId64 } from '#domain/steam-id.ts'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

interface BalanceCardProps {
  readonly steamId: SteamId64
  /** Kr. */
  readonly balance: number
}

/** How much there is, for which account, and what to do with it. */
export function BalanceCard({ steamId, balance }: BalanceCardProps) {
  return (
    <Panel tone="crystal">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h2 className="eyebrow">{m.wallet_balance()}</h2>
          <p
            className={`mt-1 flex items-center gap-3 kr text-4xl whitespace-nowrap sm:text-5xl ${balance < 0 ? 'text-loss' : 'text-crystal'}`}
          >
            <Icon name="crystal" className="size-9 sm:size-11" />
            {formatKr(balance)}
          </p>
          <p className="mt-2 text-sm break-words text-muted">{m.wallet_account({ steamId })}</p>
        </div>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <Link href={paths.shop()} className={buttonClass({ className: 'grow' })}>
            {m.wallet_to_shop()}
          </Link>
          <Link
            href={paths.kryptoPoints()}
            className={buttonClass({ tone: 'secondary', className: 'grow' })}
          >
            <KrText>{m.wallet_get_kr()}</KrText>
          </Link>
        </div>
      </div>
      {balance < 0 && (
        <Notice tone="warning" title={m.wallet_negative_title()} className="mt-6">
          {m.wallet_negative_text()}
        </Notice>
      )}
    </Panel>
  )
}
