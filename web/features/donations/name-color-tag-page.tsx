import { NameTagPicture } from '#web/art/color-name-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { TagProduct } from './tag-product.tsx'

/** The player's name in a colour, for a number of months. */
export default function NameColorTagPage() {
  return (
    <TagProduct
      slug="name-color-tag"
      kind="name"
      picture={NameTagPicture}
      eyebrow={m.product_type_name_color_tag()}
      title={m.tag_name_title()}
      lead={m.tag_name_lead()}
      field={{ label: m.tag_name_field(), hint: m.tag_name_field_hint(), maxLength: 24 }}
      look={m.tag_name_gets_look()}
    />
  )
}
