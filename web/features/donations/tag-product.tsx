import { useState, type ComponentType } from 'react'
import type { TimedSlug } from '#domain/catalogue.ts'
import { defaultTagColor, toHexColor } from '#domain/color.ts'
import { ColorEditor } from './color-editor.tsx'
import { TagPreview, type TagKind } from './tag-preview.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { BackLink } from '#web/app/back-link.tsx'
import { DurationForm, WhatYouGet } from './duration-form.tsx'

interface TagProductProps {
  readonly slug: TimedSlug
  readonly kind: TagKind
  readonly picture: ComponentType<{ readonly hex: string }>
  readonly eyebrow: string
  readonly title: string
  readonly lead: string
  readonly field: { readonly label: string; readonly hint: string; readonly maxLength: number }
  /** The line about its look, in the list of benefits. */
  readonly look: string
  /** Shown after a press on the button without a duration; without this text the button is disabled. */
  readonly refusal?: string
}

/** A tag for a number of months, with a preview of its colour. */
export function TagProduct(props: TagProductProps) {
  const { slug, kind, picture: Picture, eyebrow, title, lead, field, look, refusal } = props
  const [color, setColor] = useState(defaultTagColor)
  const [text, setText] = useState('')
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.colorTag()}>{m.tag_back()}</BackLink>
      <PageHeading eyebrow={eyebrow} title={title} lead={lead} />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-10">
        <DurationForm
          slug={slug}
          color={color}
          label={m.buy_add()}
          {...(refusal !== undefined && { refusal })}
        >
          <Panel title={m.tag_color_title()} className="mt-8">
            <div className="grid gap-6">
              <TextField
                {...field}
                value={text}
                onChange={(event) => setText(event.target.value)}
                autoComplete="off"
                spellCheck={false}
              />
              <TagPreview kind={kind} text={text} color={color} />
              <ColorEditor color={color} onChange={setColor} />
            </div>
          </Panel>
        </DurationForm>
        <aside className="grid content-start gap-5">
          <div className="hidden overflow-hidden lg:block">
            <Picture hex={toHexColor(color)} />
          </div>
          <WhatYouGet
            benefits={[
              { icon: 'user', text: look },
              { icon: 'crystal', text: m.tag_gets_color() },
              { icon: 'id-card', text: m.tag_gets_steam() },
            ]}
          />
        </aside>
      </div>
    </div>
  )
}
