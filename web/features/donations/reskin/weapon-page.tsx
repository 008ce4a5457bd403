import { Picture } from '#web/art/drawing.tsx'
import otherWeapons from '#web/art/other-weapons.svg?raw'
import { ReskinPicture } from '#web/art/reskinned.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/app/paths.ts'
import { Badge } from '#web/ui/labels.tsx'
import { TileFrame } from '#web/ui/tile.tsx'
import { Chooser } from './chooser.tsx'
import { ReskinTile } from './reskin-tile.tsx'

/** The choice of a kind of weapon. */
export default function WeaponPage() {
  return (
    <Chooser
      up={paths.reskin()}
      eyebrow={m.section_reskins()}
      title={m.reskin_weapon_title()}
      lead={m.reskin_weapon_lead()}
      columns={3}
    >
      <ReskinTile slug="reskin-sniper" picture={<ReskinPicture gear="sniper" finish="half" />} />
      <ReskinTile slug="reskin-auto" picture={<ReskinPicture gear="auto" finish="half" />} />
      <li>
        <TileFrame
          picture={<Picture svg={otherWeapons} />}
          title={m.reskin_other()}
          text={
            <>
              {m.reskin_other_text()}
              <span className="mt-3 block">
                <Badge tone="amber">{m.coming_soon_title()}</Badge>
              </span>
            </>
          }
        />
      </li>
    </Chooser>
  )
}
