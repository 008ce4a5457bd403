import { useLocation } from 'wouter'
import { catalogue } from '#site/catalogue.ts'
import type { Offer, ReskinSlug, ReskinTier } from '#domain/catalogue.ts'
import { ReskinPicture, type Finish } from '#web/art/reskinned.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { findRoute } from '#web/app/routes.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { BackLink } from '#web/app/back-link.tsx'
import { OfferForm, PurchaseSteps, type OfferedView } from '#web/features/donations/offer-form.tsx'
import { reskinProducts, type ReskinProduct } from './reskins.ts'

/** The page of each of the six reskins, chosen by its address. */
export default function ReskinProductPage() {
  const [address] = useLocation()
  const { path } = findRoute(address)
  const product = Object.values(reskinProducts).find((known) => known.path === path)
  if (product === undefined) throw new Error(`no reskin is sold at ${path}`)
  return <ReskinProductScreen product={product} />
}

function ReskinProductScreen({ product }: { readonly product: ReskinProduct }) {
  const { slug, up, label, title } = product
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={up}>{m.nav_back()}</BackLink>
      <PageHeading
        eyebrow={`${m.product_type_reskin()} · ${label()}`}
        title={title()}
        lead={leads[slug]()}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <OfferForm
          heading={m.reskin_choose()}
          views={catalogue.offersOf(slug).flatMap((offer) => viewOf(offer, product))}
          missing={m.reskin_choose_first()}
        />
        <aside className="grid content-start gap-5">
          <PurchaseSteps
            steps={[
              m.reskin_step_pay(),
              m.reskin_step_ticket(),
              m.reskin_step_design(),
              m.reskin_step_done(),
            ]}
          />
          <Notice title={m.reskin_cosmetic_title()}>{m.reskin_cosmetic_text()}</Notice>
        </aside>
      </div>
    </div>
  )
}

const leads: Readonly<Record<ReskinSlug, () => string>> = {
  'reskin-top': m.reskin_top_lead,
  'reskin-pant': m.reskin_pant_lead,
  'reskin-armour': m.reskin_armour_lead,
  'reskin-helmet': m.reskin_helmet_lead,
  'reskin-sniper': m.reskin_sniper_lead,
  'reskin-auto': m.reskin_auto_lead,
}

interface TierText {
  readonly finish: Finish
  readonly points: () => readonly string[]
}

const tiers: Readonly<Record<ReskinTier, TierText>> = {
  Basic: {
    finish: 'basic',
    points: () => [m.reskin_basic_look(), m.reskin_basic_choice()],
  },
  Advanced: {
    finish: 'advanced',
    points: () => [m.reskin_advanced_look(), m.reskin_advanced_choice()],
  },
}

function viewOf(offer: Offer, { gear }: ReskinProduct): readonly OfferedView[] {
  const { tier } = offer
  if (tier === null) return []
  const { finish, points } = tiers[tier]
  const picture = <ReskinPicture gear={gear} finish={finish} />
  return [{ offer, title: tier, picture, points: points() }]
}
