import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

/** Where purchases are that were not made with Kr. */
export function OrdersPanel() {
  return (
    <Panel title={m.wallet_orders_title()}>
      <p className="mb-4 text-muted">{m.wallet_orders_text()}</p>
      <Link href={paths.orders()} className={buttonClass({ tone: 'secondary' })}>
        {m.orders_title()}
      </Link>
    </Panel>
  )
}
