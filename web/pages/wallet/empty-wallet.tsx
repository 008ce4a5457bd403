import { EmptyCartPicture } from '#web/art/empty-cart-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/kr-text.tsx'

/** Nothing has moved yet; what to do stands with the balance above. */
export function EmptyWallet() {
  return (
    <div className="flex flex-col items-center text-center">
      <EmptyCartPicture className="max-w-72" />
      <h2 className="mt-6 text-2xl">
        <KrText>{m.wallet_empty_title()}</KrText>
      </h2>
      <p className="mt-3 max-w-md text-muted">{m.wallet_empty_text()}</p>
    </div>
  )
}
