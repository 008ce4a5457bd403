import { EmptyCartPicture } from '#web/art/empty-cart-picture.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { BoughtElsewhere } from './bought-elsewhere.tsx'
import { WalletPanel } from './wallet-panel.tsx'

export function EmptyOrders() {
  return (
    <div className="mx-auto grid max-w-md gap-10">
      <div className="flex flex-col items-center text-center">
        <EmptyCartPicture className="max-w-80" />
        <h2 className="mt-6 text-2xl">{m.orders_empty_title()}</h2>
        <p className="mt-3 mb-6 text-muted">{m.orders_empty_text()}</p>
        <Link href={paths.donation()} className={buttonClass({ size: 'large' })}>
          {m.cart_empty_link()}
        </Link>
      </div>
      <BoughtElsewhere />
      <WalletPanel />
    </div>
  )
}
