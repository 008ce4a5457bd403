import { useId, useState } from 'react'
import { LinkTile } from '#web/app/link-tile.tsx'
import { DiscordLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import colorTag from '#web/art/color-tag.svg?raw'
import { DiscordMark } from '#web/art/discord-mark.tsx'
import { Picture } from '#web/art/drawing.tsx'
import extrasDrawing from '#web/art/extras.svg?raw'
import { Icon } from '#web/art/icon.tsx'
import skin from '#web/art/skin.svg?raw'
import { TimedPicture } from '#web/art/timed-picture.tsx'
import { DonorRanking, donorsQuery } from '#web/features/donors/donor-ranking.tsx'
import { MonthGoal } from '#web/features/goal/month-goal.tsx'
import { PerkReminders } from '#web/features/perks/perk-reminders.tsx'
import { catalogue } from '#web/features/products/catalogue.ts'
import { SaleNote } from '#web/features/products/price.tsx'
import { KrLinks, PriceBadge, ReskinsLink } from '#web/features/products/product-tile.tsx'
import { extrasText, productText } from '#web/features/products/shop-texts.ts'
import { productPath, productsOf } from '#web/features/products/sold-products.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'

export const firstView = () => [donorsQuery]

export default function DonationPage() {
  return (
    <div className="page">
      <PageHeading
        eyebrow={m.donation_eyebrow()}
        title={m.donation_title()}
        lead={m.donation_lead()}
      />
      <PerkReminders className="mb-8" />
      <MonthGoal className="mb-8" />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div>
          <SaleNote prices={catalogue().offers} className="mb-4" />
          <DonationTiles />
          <ul aria-label={m.donation_more_label()} className="mt-5 grid gap-3 sm:grid-cols-3">
            <ReskinsLink />
            <KrLinks />
          </ul>
        </div>
        <DonationSidePanel />
      </div>
    </div>
  )
}

function DonationTiles() {
  const extras = productsOf('extra')
  const tags = productsOf('color-tag')
  return (
    <ul aria-label={m.donation_tiles_label()} className="grid gap-3 sm:grid-cols-2 sm:gap-5">
      {productsOf('timed').map((product) => (
        <LinkTile
          key={product.slug}
          href={productPath(product)}
          picture={<TimedPicture picture={product.picture} />}
          title={productText(product).title}
          text={productText(product).tile}
          badge={<PriceBadge products={[product]} />}
        />
      ))}
      {tags.length > 0 && (
        <LinkTile
          href={paths.colorTag()}
          picture={<Picture svg={colorTag} />}
          title={m.donation_tile_color_tag()}
          text={m.donation_tile_color_tag_text()}
          badge={<PriceBadge products={tags} />}
        />
      )}
      <LinkTile
        href={paths.skin()}
        picture={<Picture svg={skin} />}
        title={m.donation_tile_skin()}
        text={m.donation_tile_skin_text()}
        badge={
          <Badge>
            <KrText>{m.shop_eyebrow()}</KrText>
          </Badge>
        }
      />
      {extras.length > 0 && (
        <LinkTile
          href={paths.extras()}
          picture={<Picture svg={extrasDrawing} />}
          title={m.donation_tile_extras()}
          text={extrasText()?.tile}
          badge={<PriceBadge products={extras} />}
        />
      )}
    </ul>
  )
}

function DonationSidePanel() {
  return (
    <aside className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
      <MonetizationNote />
      <DonorRanking />
      <footer className="px-1 text-sm text-muted">
        <p>{m.donation_footer()}</p>
        <DiscordLink>
          <DiscordMark className="size-5" />
          {m.donation_footer_link()}
        </DiscordLink>
      </footer>
    </aside>
  )
}

function MonetizationNote() {
  const [isOpen, setIsOpen] = useState(false)
  const noteId = useId()
  return (
    <Panel title={m.donation_note_title()}>
      <Button
        tone="secondary"
        aria-expanded={isOpen}
        aria-controls={noteId}
        onClick={() => setIsOpen(!isOpen)}
        icon={<Icon name="chevron-down" className={isOpen ? 'size-5 rotate-180' : 'size-5'} />}
      >
        {isOpen ? m.donation_note_hide() : m.donation_note_show()}
      </Button>
      <div id={noteId} hidden={!isOpen} className="mt-4 space-y-3 text-muted">
        <p>{m.donation_note_use()}</p>
        <p>{m.donation_note_rules()}</p>
      </div>
    </Panel>
  )
}
