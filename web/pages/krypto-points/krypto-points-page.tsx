import { useState } from 'react'
import { useAnswer } from '#web/api/use-answer.ts'
import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { fetchPacks } from '#web/kryptonite/packs-api.ts'
import { shownPacks, type ShownPack } from '#web/kryptonite/shown-packs.ts'
import { usePackPurchase } from '#web/kryptonite/use-pack-purchase.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { BuyPackDialog } from './buy-pack-dialog.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { OpenedCheckoutPanel } from './opened-checkout-panel.tsx'
import { PackGrid } from './pack-grid.tsx'
import { WhatKrAre } from './what-kr-are.tsx'

/** The packs of Kr, what Kr are, and the way from a pack to Stripe's page. */
export default function KryptoPointsPage() {
  const { state, isAsking, askAgain } = useAnswer(fetchPacks)
  const purchase = usePackPurchase()
  const [chosen, setChosen] = useState<ShownPack | null>(null)
  const packs = shownPacks(state.status === 'answered' ? state.value : null)

  function choose(pack: ShownPack | null): void {
    setChosen(pack)
    // A purchase can fail after its dialog was closed: that is not this pack's problem.
    purchase.forgetProblem()
  }

  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading
        eyebrow={m.packs_eyebrow()}
        title={m.section_krypto_points()}
        lead={m.packs_lead()}
      />
      {state.status === 'failed' && (
        <LoadFailure
          title={m.packs_failed_title()}
          text={m.packs_failed_text()}
          offlineText={m.packs_failed_offline()}
          isAsking={isAsking}
          onRetry={askAgain}
          className="mb-6"
        />
      )}
      {purchase.opened && (
        <OpenedCheckoutPanel
          key={purchase.opened.url}
          checkout={purchase.opened}
          onClose={purchase.forgetOpened}
        />
      )}
      <PackGrid
        packs={packs}
        isLoading={state.status === 'waiting'}
        isCreating={purchase.isCreating}
        onChoose={choose}
      />
      <p className="mt-5 max-w-3xl text-sm text-muted">{m.packs_stripe_note()}</p>
      <div className="mt-12 grid gap-6 lg:grid-cols-2 lg:gap-8">
        <WhatKrAre />
        <HowItWorks />
      </div>
      {chosen && <BuyPackDialog pack={chosen} purchase={purchase} onClose={() => choose(null)} />}
    </div>
  )
}
