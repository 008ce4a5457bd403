import { useEffect, useRef } from 'react'
import type { CartItem } from '../../../domain/cart.ts'
import { siteConfig } from '../../../site.config.ts'
import { DiscordMark } from '../../art/discord-mark.tsx'
import { itemTitle } from '../../cart/product-text.ts'
import { m } from '../../i18n/paraglide/messages.js'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'

/** What was paid just now and what the buyer does next; stays while other items wait. */
export function PaidItems({ items }: { readonly items: readonly CartItem[] }) {
  const place = useRef<HTMLDivElement>(null)
  const count = items.length

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
          <ul className="font-semibold text-ink">
            {items.map((item) => (
              <li key={item.id}>{itemTitle(item)}</li>
            ))}
          </ul>
          <p className="mt-2">{m.checkout_paid_text()}</p>
        </Notice>
      )}
    </div>
  )
}
