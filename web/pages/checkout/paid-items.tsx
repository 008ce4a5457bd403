import { useEffect, useRef } from 'react'
import type { OrderView } from '#contract/checkout.ts'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { isDisputed, orderNumber, paidTitle } from '#web/checkout/paid-message.ts'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** What was paid just now and what the buyer does next; stays while other items wait. */
export function PaidItems({ orders }: { readonly orders: readonly OrderView[] }) {
  const place = useRef<HTMLDivElement>(null)
  const count = orders.length
  const paid = orders.filter((order) => !isDisputed(order))
  const disputed = orders.filter(isDisputed)

  useEffect(() => {
    // The payment button that had the focus is gone with its item.
    if (count > 0) place.current?.focus()
  }, [count])

  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="grid gap-4 empty:hidden">
      {paid.length > 0 && (
        <Notice tone="success" title={m.checkout_paid_title()} action={<NextSteps />}>
          <PaidList orders={paid} />
          <p className="mt-2">{m.checkout_paid_text()}</p>
        </Notice>
      )}
      {disputed.length > 0 && (
        <Notice tone="warning" title={m.checkout_disputed_title()} action={<NextSteps />}>
          <PaidList orders={disputed} />
          <p className="mt-2">{m.checkout_disputed_text()}</p>
        </Notice>
      )}
    </div>
  )
}

function PaidList({ orders }: { readonly orders: readonly OrderView[] }) {
  return (
    <ul className="grid gap-2">
      {orders.map((order) => (
        <li key={order.id}>
          <span className="font-semibold text-ink">{paidTitle(order.items)}</span>
          <br />
          {m.checkout_paid_order({ steamId: order.steamId, number: orderNumber(order) })}
          <br />
          <Link
            href={paths.receipt(order.id)}
            className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
          >
            {m.checkout_receipt()}
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The checkout may still have items to be paid, so Discord opens beside it. */
function NextSteps() {
  return (
    <div className="flex flex-wrap gap-3">
      <DiscordLink target="_blank" rel="noreferrer" className={buttonClass()}>
        <DiscordMark className="size-5" />
        {m.checkout_paid_link()}
      </DiscordLink>
      <Link href={paths.orders()} className={buttonClass({ tone: 'secondary' })}>
        <Icon name="wallet" className="size-5" />
        {m.checkout_all_orders()}
      </Link>
    </div>
  )
}
