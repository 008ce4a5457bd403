import { Link } from '../../components/link.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { KrText } from '../../ui/kr-text.tsx'

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
