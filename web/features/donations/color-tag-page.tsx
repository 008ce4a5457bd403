import type { TimedSlug } from '#domain/catalogue.ts'
import { ClanTagPicture } from '#web/art/color-clan-picture.tsx'
import { NameTagPicture } from '#web/art/color-name-picture.tsx'
import { Link } from '#web/app/links.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { Badge } from '#web/ui/labels.tsx'
import { PageHeading } from '#web/ui/layout.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { BackLink } from '#web/app/back-link.tsx'
import { cheapestCents } from './cheapest-price.ts'

/** The choice between a clan tag and a name tag. */
export default function ColorTagPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <BackLink href={paths.donation()}>{m.donation_back()}</BackLink>
      <PageHeading
        eyebrow={m.color_tag_eyebrow()}
        title={m.color_tag_title()}
        lead={m.color_tag_lead()}
      />
      <ul aria-label={m.color_tag_tiles_label()} className="grid gap-5 sm:grid-cols-2 lg:gap-8">
        <li>
          <TileFrame
            href={paths.clanColorTag()}
            linkAs={Link}
            picture={<ClanTagPicture />}
            title={m.tag_clan_title()}
            text={<TileText slug="clan-color-tag" text={m.color_tag_clan_text()} />}
          />
        </li>
        <li>
          <TileFrame
            href={paths.nameColorTag()}
            linkAs={Link}
            picture={<NameTagPicture />}
            title={m.tag_name_title()}
            text={<TileText slug="name-color-tag" text={m.color_tag_name_text()} />}
          />
        </li>
      </ul>
      <p className="mt-8 max-w-2xl text-muted">{m.color_tag_both()}</p>
    </div>
  )
}

function TileText({ slug, text }: { readonly slug: TimedSlug; readonly text: string }) {
  return (
    <>
      {text}
      <span className="mt-3 block">
        <Badge>{m.price_from({ price: formatCents(cheapestCents(slug)) })}</Badge>
      </span>
    </>
  )
}
