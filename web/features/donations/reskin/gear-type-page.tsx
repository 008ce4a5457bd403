import { GearPackPicture } from '#web/art/gear-pack-picture.tsx'
import { ReskinPicture } from '#web/art/reskinned.tsx'
import { Link } from '#web/app/links.tsx'
import { formatCents } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { TileFrame } from '#web/ui/tile.tsx'
import { Chooser } from './chooser.tsx'
import { cheapestCents } from '#web/features/donations/cheapest-price.ts'

/** The choice between a custom piece and the ready-made packs of the skin shop. */
export default function GearTypePage() {
  return (
    <Chooser
      up={paths.reskin()}
      eyebrow={m.reskin_gear()}
      title={m.reskin_gear_type_title()}
      lead={m.reskin_gear_type_lead()}
      columns={2}
    >
      <li>
        <TileFrame
          href={paths.reskinGear()}
          linkAs={Link}
          picture={<ReskinPicture gear="top" finish="half" />}
          title={m.reskin_simple()}
          text={m.reskin_simple_text({ price: formatCents(cheapestCents('reskin-top')) })}
        />
      </li>
      <li>
        <TileFrame
          href={paths.skin()}
          linkAs={Link}
          picture={<GearPackPicture />}
          title={m.reskin_pack()}
          text={m.reskin_pack_text()}
        />
      </li>
    </Chooser>
  )
}
