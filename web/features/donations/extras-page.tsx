import type { Extra } from '#domain/products.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { Picture, PictureGround, Shapes } from '#web/art/drawing.tsx'
import { extraSubjects } from '#web/art/extra-subjects.ts'
import extras from '#web/art/extras.svg?raw'
import { catalogue } from '#web/features/products/catalogue.ts'
import { extrasText, productText } from '#web/features/products/shop-texts.ts'
import { productsOf } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { OfferForm, PurchaseSteps, type OfferedView } from './offer-form.tsx'

/** Everything that is bought once, such as resets of statistics. */
export default function ExtrasPage() {
  const text = extrasText()
  return (
    <div className="page">
      <BackLink href={paths.donation()}>{m.to_donations()}</BackLink>
      <PageHeading eyebrow={text?.eyebrow} title={m.section_extras()} lead={text?.lead} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <OfferForm
          heading={text?.question ?? m.section_extras()}
          views={readViews()}
          missing={m.extras_choose_first()}
        />
        <aside className="grid content-start gap-5">
          <PurchaseSteps
            steps={[m.reskin_step_pay(), m.reskin_step_ticket(), ...(text ? [text.done] : [])]}
          />
          {text && <Notice title={text.note.title}>{text.note.text}</Notice>}
        </aside>
      </div>
    </div>
  )
}

function readViews(): readonly OfferedView[] {
  return productsOf('extra').flatMap((product) =>
    catalogue()
      .offersOf(product.slug)
      .map((offer) => ({
        offer,
        title: offer.name,
        picture: <ExtraPicture picture={product.picture} />,
        points: productText(product).points,
      })),
  )
}

function ExtraPicture({ picture }: Pick<Extra, 'picture'>) {
  if (!picture) return <Picture svg={extras} />
  return (
    <PictureGround>
      <Shapes svg={extraSubjects[picture]} transform="translate(160 120)" />
    </PictureGround>
  )
}
