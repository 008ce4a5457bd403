import { useEffect, useRef } from 'react'
import type { OrderView } from '../../../contract/checkout.ts'
import { siteConfig } from '../../../site.config.ts'
import { DiscordMark } from '../../art/discord-mark.tsx'
import { orderNumber, paidTitle } from '../../checkout/paid-message.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What was paid just now and what the buyer does next; stays while other items wait. */
export function PaidItems({ orders }: { readonly orders: readonly OrderView[] }) {
  const place = useRef<HTMLDivElement>(null)
  const count = orders.length

  useEffect(() => {
    // The payment button that had the focus is gone with its item.
    if (count > 0) place.current?.focus()
  }, [count])

  return (
    <div ref={place} tabIndex={-1} aria-live="polite" className="empty:hidden">
      {count > 0 && (
        <Notice
          tone="success"
          title={m.checkout_paid_title()}
          action={
            <ButtonLink
              href={siteConfig.discordInviteUrl}
              target="_blank"
              rel="noreferrer"
              icon={<DiscordMark className="size-5" />}
            >
              {m.checkout_paid_link()}
            </ButtonLink>
          }
        >
          <ul className="grid gap-2">
            {orders.map((order) => (
              <li key={order.id}>
                <span className="font-semibold text-ink">{paidTitle(order.items)}</span>
                <br />
                {m.checkout_paid_order({ steamId: order.steamId, number: orderNumber(order) })}
              </li>
            ))}
          </ul>
          <p className="mt-2">{m.checkout_paid_text()}</p>
        </Notice>
      )}
    </div>
  )
}
