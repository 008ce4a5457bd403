import { EmptyCartPicture } from '../../art/empty-cart-picture.tsx'
import { Link } from '../../components/link.tsx'
import { m } from '../../i18n/paraglide/messages.js'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'

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
