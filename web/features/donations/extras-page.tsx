import { catalogue } from '#site/catalogue.ts'
import type { ExtraSlug } from '#domain/catalogue.ts'
import { ExtraPicture } from '#web/art/extra-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { BackLink } from '#web/app/back-link.tsx'
import { OfferForm, PurchaseSteps, type OfferedView } from './offer-form.tsx'

/** Resets of statistics: the buyer's own, or those of their enemies. */
export default function ExtrasPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.donation()}>{m.donation_back()}</BackLink>
      <PageHeading eyebrow={m.extras_eyebrow()} title={m.section_extras()} lead={m.extras_lead()} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <OfferForm
          heading={m.extras_choose()}
          views={[
            ...viewsOf('reset-stats', [m.extras_own_what(), m.extras_own_who()]),
            ...viewsOf('reset-enemies-stats', [m.extras_enemies_what(), m.extras_enemies_who()]),
          ]}
          missing={m.extras_choose_first()}
        />
        <aside className="grid content-start gap-5">
          <PurchaseSteps
            steps={[m.reskin_step_pay(), m.reskin_step_ticket(), m.extras_step_done()]}
          />
          <Notice title={m.extras_only_title()}>{m.extras_only_text()}</Notice>
        </aside>
      </div>
    </div>
  )
}

function viewsOf(slug: ExtraSlug, points: readonly string[]): readonly OfferedView[] {
  return catalogue.offersOf(slug).map((offer) => ({
    offer,
    title: offer.name,
    picture: <ExtraPicture slug={slug} />,
    points,
  }))
}
