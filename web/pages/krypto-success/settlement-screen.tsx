import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { Screen } from '#web/components/screen.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import type { Settlement } from '#web/kryptonite/settlement.ts'
import { SettlementActions, type OfferedActions } from './settlement-actions.tsx'

interface SettlementScreenProps {
  readonly settlement: Settlement
  readonly isAsking: boolean
  readonly onAsk: () => void
}

/** What has become of a payment, that nothing is lost, and where to go from here. */
export function SettlementScreen({ settlement, isAsking, onAsk }: SettlementScreenProps) {
  const { text, isGood, offered } = contents[settlement.status]
  const title = titleOf(settlement)
  return (
    // As tall as a view: from here it can go on to a page of any height, and the footer must not move.
    <div className="flex min-h-svh flex-1 flex-col">
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Screen
        eyebrow={m.packs_settle_eyebrow()}
        title={title}
        text={text()}
        picture={isGood ? <CrystalPicture /> : <ErrorStormPicture />}
      >
        <SettlementActions offered={offered} isAsking={isAsking} onAsk={onAsk} />
      </Screen>
    </div>
  )
}

interface Content {
  readonly title: () => string
  readonly text: () => string
  readonly isGood?: boolean
  readonly offered: OfferedActions
}

const contents: Readonly<Record<Settlement['status'], Content>> = {
  processing: {
    title: m.packs_processing_title,
    text: m.packs_processing_text,
    isGood: true,
    offered: 'wait',
  },
  credited: {
    title: m.section_krypto_points,
    text: m.packs_success_text,
    isGood: true,
    offered: 'spend',
  },
  pending: {
    title: m.packs_pending_title,
    text: m.packs_pending_text,
    isGood: true,
    offered: 'ask',
  },
  unreachable: { title: m.packs_trouble_title, text: m.packs_unreachable_text, offered: 'ask' },
  unknown: { title: m.packs_trouble_title, text: m.packs_unknown_text, offered: 'again' },
  declined: { title: m.packs_trouble_title, text: m.packs_declined_text, offered: 'again' },
  expired: { title: m.packs_expired_title, text: m.packs_expired_text, offered: 'again' },
  review: { title: m.packs_review_title, text: m.packs_review_text, offered: 'again' },
  refunded: { title: m.packs_refunded_title, text: m.packs_refunded_text, offered: 'again' },
}

function titleOf(settlement: Settlement): string {
  if (settlement.status !== 'credited') return contents[settlement.status].title()
  return m.packs_success_title({ kr: formatNumber(settlement.totalKr) })
}

function CrystalPicture() {
  return (
    <img
      src="/packs/success.svg"
      alt=""
      width={320}
      height={240}
      className="picture block h-auto w-full"
    />
  )
}
