import { useState } from 'react'
import { useLocation } from 'wouter'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import type { ColorTag } from '#domain/products.ts'
import { BackLink } from '#web/app/back-link.tsx'
import { paths } from '#contract/paths.ts'
import { findRoute } from '#web/app/routes.tsx'
import { TagPicture } from '#web/art/tag-pictures.tsx'
import { firstViewOf } from '#web/features/perks/purchase-outlook.tsx'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { productText } from '#web/features/products/shop-texts.ts'
import { productAt } from '#web/features/products/sold-products.ts'
import { TagPreview } from '#web/features/products/tag-preview.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { DurationForm, WhatYouGet } from './duration-form.tsx'

export const firstView = (path: string) => firstViewOf(productAt('color-tag', path))

/** A clan's tag or a player's name in a colour, for a number of months. */
export default function TagProductPage() {
  const [address] = useLocation()
  const product = productAt('color-tag', findRoute(address).path)
  // The choices of one tag are not those of another.
  return <TagProduct key={product.slug} product={product} />
}

function TagProduct({ product }: { readonly product: ColorTag }) {
  const { tag } = product
  const { eyebrow, title, lead, points, details } = productText(product)
  const [color, setColor] = useState(defaultTagColor)
  const [text, setText] = useState('')
  return (
    <div className="page">
      <BackLink href={paths.colorTag()}>{m.tag_back()}</BackLink>
      <PageHeading eyebrow={eyebrow} title={title} lead={lead} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <DurationForm
          product={product}
          color={color}
          {...(details && { details: text.trim() })}
          label={m.buy_add()}
          {...(tag === 'clan' && { refusal: m.tag_choose_duration() })}
        >
          <Panel title={m.tag_color_title()} className="mt-8">
            <div className="grid gap-6">
              <TextField
                {...fieldOf(tag)}
                hint={details ? m.tag_clan_field_hint() : m.tag_name_field_hint()}
                value={text}
                onChange={(event) => setText(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
              <TagPreview kind={tag} text={text} color={color} />
              <ColorEditor color={color} onChange={setColor} />
            </div>
          </Panel>
        </DurationForm>
        <aside className="grid content-start gap-5">
          <div className="hidden overflow-hidden lg:block">
            <TagPicture tag={tag} hex={toHexColor(color)} />
          </div>
          <WhatYouGet
            product={product}
            benefits={[
              ...points.map((point) => ({ icon: 'user', text: point }) as const),
              { icon: 'crystal', text: m.tag_gets_color() },
              { icon: 'id-card', text: m.tag_gets_steam() },
            ]}
          />
        </aside>
      </div>
    </div>
  )
}

function fieldOf(tag: ColorTag['tag']) {
  return tag === 'clan'
    ? { label: m.tag_clan_field(), maxLength: 12 }
    : { label: m.tag_name_field(), maxLength: 24 }
}
