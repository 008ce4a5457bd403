import { useEffect, useRef, useState } from 'react'
import { ButtonLink, DiscordLink } from '#web/app/links.tsx'
import { useLoadedDialog } from '#web/app/loaded-dialog.ts'
import { paths } from '#contract/paths.ts'
import { Icon } from '#web/art/icon.tsx'
import { useReopenAfterSteam } from '#web/features/accounts/steam-fill-in.tsx'
import { SaleNote } from '#web/features/products/price.tsx'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { NumberedSteps, PageHeading, Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { useBalance } from './balance.ts'
import { useArrivedKr, usePackPurchase, type OpenedCheckout } from './pack-checkout.ts'
import { PackGrid, shownPacks } from './pack-grid.tsx'

export default function KryptoPointsPage() {
  const purchase = usePackPurchase()
  const [chosenId, setChosenId] = useState<string | null>(null)
  const packs = shownPacks()
  // Its price may change while its dialog is open.
  const chosen = packs.find(({ priceId }) => priceId === chosenId) ?? null
  const part = useLoadedDialog(loadDialog, chosen !== null, () => setChosenId(null))
  useReopenAfterSteam(true, (amount) =>
    setChosenId(packs.find((pack) => String(pack.amount) === amount)?.priceId ?? null),
  )

  return (
    <div className="page">
      <PageHeading
        eyebrow={m.packs_eyebrow()}
        title={m.section_krypto_points()}
        lead={m.packs_lead()}
      />
      {purchase.opened && (
        <OpenedCheckoutPanel
          key={purchase.opened.url}
          checkout={purchase.opened}
          onClose={purchase.clearOpened}
        />
      )}
      <SaleNote prices={packs} className="mb-4" />
      <PackGrid
        packs={packs}
        isCreating={purchase.isCreating}
        onChoose={({ priceId }) => setChosenId(priceId)}
      />
      <p className="mt-5 max-w-3xl text-sm text-muted">{m.packs_stripe_note()}</p>
      <div className="mt-12 grid gap-6 lg:grid-cols-2 lg:gap-8">
        <WhatKrAre />
        <HowItWorks />
      </div>
      {chosen && part && (
        <part.BuyPackDialog pack={chosen} purchase={purchase} onClose={() => setChosenId(null)} />
      )}
    </div>
  )
}

const loadDialog = () => import('./buy-pack-dialog.tsx')

interface OpenedCheckoutPanelProps {
  readonly checkout: OpenedCheckout
  readonly onClose: () => void
}

/** A link to the open payment page, then a notice when the Kr arrive. Takes the focus from the dialog. */
function OpenedCheckoutPanel({ checkout, onClose }: OpenedCheckoutPanelProps) {
  const panel = useRef<HTMLDivElement>(null)
  const arrivedKr = useArrivedKr(checkout.steamId)

  useEffect(() => panel.current?.focus(), [])

  return (
    <div ref={panel} tabIndex={-1} className="mb-6 scroll-mt-24">
      {arrivedKr > 0 ? (
        <ArrivedNotice arrivedKr={arrivedKr} onClose={onClose} />
      ) : (
        <WaitingNotice checkout={checkout} onClose={onClose} />
      )}
    </div>
  )
}

function WaitingNotice({ checkout, onClose }: OpenedCheckoutPanelProps) {
  const { url, steamId, totalKr, forSomebodyElse } = checkout
  const total = formatNumber(totalKr)
  return (
    <Notice
      live
      tone="info"
      title={m.packs_waiting_title()}
      action={
        <div className="flex flex-wrap gap-3">
          {/* Not in a new tab: some browsers have none. */}
          <a href={url} className={buttonClass({ tone: 'secondary' })}>
            {m.packs_open_payment()}
            <Icon name="external" className="size-5" />
          </a>
          <Button tone="quiet" onClick={onClose}>
            {m.packs_waiting_hide()}
          </Button>
        </div>
      }
    >
      <p>{forSomebodyElse ? m.packs_waiting_other({ total }) : m.packs_waiting_text({ total })}</p>
      <p className="mt-1 text-sm">{m.packs_waiting_account({ steamId })}</p>
    </Notice>
  )
}

interface ArrivedNoticeProps {
  readonly arrivedKr: number
  readonly onClose: () => void
}

function ArrivedNotice({ arrivedKr, onClose }: ArrivedNoticeProps) {
  const { kr } = useBalance()
  return (
    <Notice
      live
      tone="success"
      title={<KrText>{m.packs_arrived_title({ kr: formatNumber(arrivedKr) })}</KrText>}
      action={
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={paths.shop()}>{m.packs_to_shop()}</ButtonLink>
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

/** What Kr buy, what they never buy, and what happens to them after a refund. */
function WhatKrAre() {
  return (
    <Panel title={<KrText>{m.packs_what_title()}</KrText>}>
      <ul className="space-y-5 text-muted">
        <li className="flex gap-3.5">
          <Icon name="crystal" className="size-6 shrink-0 text-crystal" />
          <p>{m.packs_what_currency()}</p>
        </li>
        <li className="flex gap-3.5">
          <Icon name="shield" className="size-6 shrink-0 text-crystal" />
          <p>{m.packs_what_cosmetic()}</p>
        </li>
        <li className="flex gap-3.5">
          <Icon name="wallet" className="size-6 shrink-0 text-crystal" />
          <div>
            <p>{m.packs_what_refund()}</p>
            <DiscordLink newTab>{m.packs_contact()}</DiscordLink>
          </div>
        </li>
      </ul>
    </Panel>
  )
}

function HowItWorks() {
  const steps = [
    m.packs_how_choose(),
    m.packs_how_pay(),
    m.packs_how_receive(),
    m.packs_how_spend(),
  ]
  return (
    <Panel title={m.packs_how_title()} className="flex flex-col">
      <NumberedSteps steps={steps} />
      <div className="mt-auto flex flex-wrap pt-7 gap-3">
        <ButtonLink href={paths.shop()} tone="primary">
          {m.packs_to_shop()}
        </ButtonLink>
        <ButtonLink href={paths.wallet()} tone="secondary">
          {m.to_wallet()}
        </ButtonLink>
        <ButtonLink href={paths.redeem()} tone="quiet">
          {m.redeem_link()}
        </ButtonLink>
      </div>
    </Panel>
  )
}
