import { ReskinPicture } from '#web/art/reskinned.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { Chooser } from './chooser.tsx'
import { ReskinTile } from './reskin-tile.tsx'

/** The choice of a piece of gear. */
export default function GearPage() {
  return (
    <Chooser
      up={paths.reskinGearType()}
      eyebrow={m.section_reskins()}
      title={m.reskin_gear_title()}
      lead={m.reskin_gear_lead()}
      columns={4}
    >
      <ReskinTile slug="reskin-top" picture={<ReskinPicture gear="top" finish="half" />} />
      <ReskinTile slug="reskin-pant" picture={<ReskinPicture gear="pant" finish="half" />} />
      <ReskinTile slug="reskin-armour" picture={<ReskinPicture gear="armour" finish="half" />} />
      <ReskinTile slug="reskin-helmet" picture={<ReskinPicture gear="helmet" finish="half" />} />
    </Chooser>
  )
}
