import { useEffect, useRef } from 'react'
import { Icon } from '#web/art/icon.tsx'
import { Link } from '#web/components/link.tsx'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { useBalance } from '#web/kryptonite/balance-store.ts'
import { useArrivedKr } from '#web/kryptonite/use-arrived-kr.ts'
import type { OpenedCheckout } from '#web/kryptonite/use-pack-purchase.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

interface OpenedCheckoutPanelProps {
  readonly checkout: OpenedCheckout
  readonly onClose: () => void
}

/** Where the payment goes on, and what has come of it. It takes the focus from the dialog. */
export function OpenedCheckoutPanel({ checkout, onClose }: OpenedCheckoutPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const arrivedKr = useArrivedKr(checkout.steamId)

  useEffect(() => panel.current?.focus(), [])

  return (
    <div ref={panel} tabIndex={-1} className="mb-6 scroll-mt-24">
      {arrivedKr > 0 ? (
        <Arrived arrivedKr={arrivedKr} onClose={onClose} />
      ) : (
        <Waiting checkout={checkout} onClose={onClose} />
      )}
    </div>
  )
}

function Waiting({ checkout, onClose }: OpenedCheckoutPanelProps) {
  const { url, totalKr, hasTab, steamId } = checkout
  const total = formatNumber(totalKr)
  return (
    <Notice
      live
      tone={hasTab ? 'info' : 'warning'}
      title={hasTab ? m.packs_waiting_title() : m.packs_blocked_title()}
      action={
        <div className="flex flex-wrap gap-3">
          <a
            href={url}
            target="_blank"
            rel="noreferrer"
            className={buttonClass({ tone: hasTab ? 'secondary' : 'primary' })}
          >
            {m.packs_open_payment()}
            <Icon name="external" className="size-5" />
          </a>
          <Button tone="quiet" onClick={onClose}>
            {m.packs_waiting_hide()}
          </Button>
        </div>
      }
    >
      <p>{hasTab ? m.packs_waiting_text({ total }) : m.packs_blocked_text({ total })}</p>
      <p className="mt-1 text-sm">{m.packs_waiting_account({ steamId })}</p>
    </Notice>
  )
}

interface ArrivedProps {
  readonly arrivedKr: number
  readonly onClose: () => void
}

function Arrived({ arrivedKr, onClose }: ArrivedProps) {
  const { kr } = useBalance()
  return (
    <Notice
      live
      tone="success"
      title={<KrText>{m.packs_arrived_title({ kr: formatNumber(arrivedKr) })}</KrText>}
      action={
        <div className="flex flex-wrap gap-3">
          <Link href={paths.shop()} className={buttonClass()}>
            {m.packs_to_shop()}
          </Link>
          <Button tone="quiet" onClick={onClose}>
            {m.packs_waiting_hide()}
          </Button>
        </div>
      }
    >
      {m.packs_arrived_text({ balance: formatKr(kr ?? 0) })}
    </Notice>
  )
}
