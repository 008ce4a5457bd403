import { GearPicture, WeaponsPicture } from '#web/art/reskin-chooser-pictures.tsx'
import { Link } from '#web/app/links.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { TileFrame } from '#web/ui/tile.tsx'
import { Chooser } from './chooser.tsx'

/** The choice between gear and weapons. */
export default function ReskinPage() {
  return (
    <Chooser
      up={paths.donation()}
      eyebrow={m.reskin_eyebrow()}
      title={m.section_reskins()}
      lead={m.reskin_lead()}
      columns={2}
    >
      <li>
        <TileFrame
          href={paths.reskinGearType()}
          linkAs={Link}
          picture={<GearPicture />}
          title={m.reskin_gear()}
          text={m.reskin_gear_text()}
        />
      </li>
      <li>
        <TileFrame
          href={paths.reskinWeapon()}
          linkAs={Link}
          picture={<WeaponsPicture />}
          title={m.reskin_weapon()}
          text={m.reskin_weapon_text()}
        />
      </li>
    </Chooser>
  )
}
