import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { TagPicture } from '#web/art/tag-pictures.tsx'
import { ProductTile } from '#web/features/products/product-tile.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productsOf } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { PageHeading } from '#web/ui/layout.tsx'

export default function ColorTagPage() {
  return (
    <div className="page">
      <BackLink href={paths.donation()}>{m.to_donations()}</BackLink>
      <PageHeading
        eyebrow={m.color_tag_eyebrow()}
        title={m.color_tag_title()}
        lead={m.color_tag_lead()}
      />
      <ul
        aria-label={m.color_tag_tiles_label()}
        className="grid gap-3 sm:grid-cols-2 sm:gap-5 lg:gap-8"
      >
        {productsOf('color-tag').map((product) => (
          <ProductTile
            key={product.slug}
            product={product}
            title={productText(product).title}
            picture={<TagPicture tag={product.tag} />}
          />
        ))}
      </ul>
      {productsOf('color-tag').length > 1 && (
        <p className="mt-8 max-w-2xl text-muted">{m.color_tag_both()}</p>
      )}
    </div>
  )
}
