import { EmptyCartPicture } from '#web/art/empty-cart-picture.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'

export function EmptyCart() {
  return (
    <div className="mx-auto flex max-w-md flex-col items-center text-center">
      <EmptyCartPicture className="max-w-80" />
      <h2 className="mt-6 text-2xl">{m.cart_empty_title()}</h2>
      <p className="mt-3 mb-6 text-muted">{m.cart_empty_text()}</p>
      <Link href={paths.donation()} className={buttonClass({ size: 'large' })}>
        {m.cart_empty_link()}
      </Link>
    </div>
  )
}
