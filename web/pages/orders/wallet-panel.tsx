import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** Where packs of Kr and skins are, which are no orders. */
export function WalletPanel() {
  return (
    <Panel title={<KrText>{m.wallet_from_orders_title()}</KrText>} className="text-start">
      <p className="mb-4 text-muted">{m.wallet_from_orders_text()}</p>
      <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary' })}>
        {m.wallet_from_orders_link()}
      </Link>
    </Panel>
  )
}
