import { useLocation } from 'wouter'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import { TimedPicture } from '#web/art/timed-picture.tsx'
import { firstViewOf } from '#web/features/perks/purchase-outlook.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productAt } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'
import { DurationForm, WhatYouGet } from './duration-form.tsx'

export const firstView = (path: string) => firstViewOf(productAt('timed', path))

export default function TimedProductPage() {
  const [address] = useLocation()
  const product = productAt('timed', findRoute(address).path)
  const { eyebrow, title, lead, points } = productText(product)
  return (
    <div className="page">
      <BackLink href={paths.donation()}>{m.to_donations()}</BackLink>
      <PageHeading eyebrow={eyebrow !== title && eyebrow} title={title} lead={lead} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <DurationForm key={product.slug} product={product} />
        <aside className="grid content-start gap-5">
          <div className="hidden overflow-hidden lg:block">
            <TimedPicture picture={product.picture} />
          </div>
          <WhatYouGet
            product={product}
            benefits={points.map((text, index) => ({
              icon: index === 0 ? 'bolt' : 'id-card',
              text,
            }))}
          />
        </aside>
      </div>
    </div>
  )
}
