import { useLocation } from 'wouter'
import type { Offer } from '#domain/catalogue.ts'
import type { Reskin, ReskinTier } from '#domain/products.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import { ReskinPicture, type Finish } from '#web/art/reskinned.tsx'
import { catalogue } from '#web/features/products/catalogue.ts'
import { productText } from '#web/features/products/shop-texts.ts'
import { productAt } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OfferForm, PurchaseSteps, type OfferedView } from './offer-form.tsx'

export default function ReskinProductPage() {
  const [address] = useLocation()
  const product = productAt('reskin', findRoute(address).path)
  const { label, title, lead } = productText(product)
  return (
    <div className="page">
      <BackLink href={product.group === 'gear' ? paths.reskinGear() : paths.reskinWeapon()}>
        {m.nav_back()}
      </BackLink>
      <PageHeading eyebrow={`${m.product_type_reskin()} · ${label}`} title={title} lead={lead} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <OfferForm
          key={product.slug}
          heading={m.reskin_choose()}
          views={catalogue()
            .offersOf(product.slug)
            .flatMap((offer) => viewOf(offer, product))}
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

function viewOf(offer: Offer, { picture: gear }: Reskin): readonly OfferedView[] {
  const { tier } = offer
  if (tier === null) return []
  const { finish, points } = tiers[tier]
  const picture = <ReskinPicture gear={gear} finish={finish} />
  return [{ offer, title: tier, picture, points: points() }]
}
