import { ColorTagPicture } from '#web/art/color-tag-picture.tsx'
import { ExtrasPicture } from '#web/art/extras-picture.tsx'
import { StartPicture } from '#web/art/start-picture.tsx'
import { SkinPicture } from '#web/art/skin-picture.tsx'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { DonationSidePanel } from './donation-side-panel.tsx'

/** The ways of supporting the server, and who already does. */
export default function DonationPage() {
  return (
    <div className="mx-auto w-full max-w-6xl px-4 py-10 sm:px-6 sm:py-14">
      <PageHeading
        eyebrow={m.donation_eyebrow()}
        title={m.donation_title()}
        lead={m.donation_lead()}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <DonationTiles />
        <DonationSidePanel />
      </div>
    </div>
  )
}

function DonationTiles() {
  return (
    <ul aria-label={m.donation_tiles_label()} className="grid content-start gap-5 sm:grid-cols-2">
      <li>
        <TileFrame
          href={paths.priorityQueue()}
          linkAs={Link}
          picture={<StartPicture name="priority-queue" />}
          title={m.donation_tile_priority_queue()}
          text={m.donation_tile_priority_queue_text()}
        />
      </li>
      <li>
        <TileFrame
          href={paths.colorTag()}
          linkAs={Link}
          picture={<ColorTagPicture />}
          title={m.donation_tile_color_tag()}
          text={m.donation_tile_color_tag_text()}
        />
      </li>
      <li>
        <TileFrame
          href={paths.skin()}
          linkAs={Link}
          picture={<SkinPicture />}
          title={m.donation_tile_skin()}
          text={m.donation_tile_skin_text()}
        />
      </li>
      <li>
        <TileFrame
          href={paths.extras()}
          linkAs={Link}
          picture={<ExtrasPicture />}
          title={m.donation_tile_extras()}
          text={m.donation_tile_extras_text()}
        />
      </li>
    </ul>
  )
}
