import { useEffect, useRef } from 'react'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Icon } from '#web/art/icon.tsx'
import { DiscordLink } from '#web/components/discord-link.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import type { Bought } from '#web/shop/use-skin-purchase.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { ItemPicture } from './item-card.tsx'

interface BoughtPanelProps {
  readonly bought: Bought
  readonly imageUrl: string | null
}

/** What the player owns now, and what he has to do to get it in the game. */
export function BoughtPanel({ bought, imageUrl }: BoughtPanelProps) {
  const { attempt, balance } = bought
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest', behavior: 'smooth' })
  }, [])

  return (
    <section className="cut cut-size-20 grid animate-rise scroll-my-24 gap-5 p-5 cut-line-crystal sm:grid-cols-[12rem_minmax(0,1fr)] sm:gap-7 sm:p-6 lg:grid-cols-[16rem_minmax(0,1fr)_minmax(0,1.2fr)]">
      {imageUrl !== null && (
        <span className="block w-32 self-start overflow-hidden border border-line sm:w-auto">
          <ItemPicture item={{ name: attempt.itemName, image_url: imageUrl }} />
        </span>
      )}
      <div className="min-w-0">
        <h2 ref={heading} tabIndex={-1} className="flex items-start gap-3 text-2xl">
          <Icon name="check" className="mt-0.5 size-7 text-crystal" />
          <span className="min-w-0">{m.shop_bought_title({ name: attempt.itemName })}</span>
        </h2>
        <p className="mt-3 text-muted">
          {m.shop_bought_text({ price: formatKr(attempt.priceKr), steamId: attempt.steamId })}{' '}
          {balance !== null && m.shop_bought_left({ balance: formatKr(balance) })}
        </p>
        <div className="mt-5 flex flex-wrap gap-3">
          <DiscordLink target="_blank" rel="noreferrer" className={buttonClass()}>
            <DiscordMark className="size-5" />
            {m.shop_bought_discord()}
          </DiscordLink>
          <Link href={paths.wallet()} className={buttonClass({ tone: 'secondary' })}>
            <Icon name="wallet" className="size-5" />
            {m.shop_wallet()}
          </Link>
        </div>
      </div>
      <div className="min-w-0 sm:col-start-2 lg:col-start-3">
        <h3 className="text-lg">{m.shop_bought_next()}</h3>
        <ol className="mt-2 list-decimal space-y-1 pl-5 text-muted marker:text-crystal">
          <li>{m.shop_bought_step_ticket()}</li>
          <li>{m.shop_bought_step_staff()}</li>
          <li>{m.shop_bought_step_wallet()}</li>
        </ol>
      </div>
    </section>
  )
}
