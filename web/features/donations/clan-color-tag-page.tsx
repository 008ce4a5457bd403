import { ClanTagPicture } from '#web/art/color-clan-picture.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { TagProduct } from './tag-product.tsx'

/** The clan's tag in a colour, for a number of months. */
export default function ClanColorTagPage() {
  return (
    <TagProduct
      slug="clan-color-tag"
      kind="clan"
      picture={ClanTagPicture}
      eyebrow={m.product_type_clan_color_tag()}
      title={m.tag_clan_title()}
      lead={m.tag_clan_lead()}
      field={{ label: m.tag_clan_field(), hint: m.tag_clan_field_hint(), maxLength: 12 }}
      look={m.tag_clan_gets_look()}
      refusal={m.tag_choose_duration()}
    />
  )
}
