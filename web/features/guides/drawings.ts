import type { ComponentType } from 'react'
import type { drawingNames } from '#contract/documents.ts'
import { ArmourTiers } from '#web/art/guides/gear-tiers.tsx'
import { HelmetTiers } from '#web/art/guides/gear-tiers.tsx'
import { Keycards } from '#web/art/guides/keycards.tsx'
import { KrWay } from '#web/art/guides/kr-way.tsx'
import { RaidAlarmParts } from '#web/art/guides/raid-alarm-parts.tsx'
import { RaidAlarmRange } from '#web/art/guides/raid-alarm-range.tsx'
import { RaidTiers } from '#web/art/guides/raid-tiers.tsx'
import type { DrawingProps } from '#web/art/guides/parts/drawing-box.tsx'
import baseGate from '#web/art/guides/base-gate.svg?raw'
import battery from '#web/art/guides/battery.svg?raw'
import blowtorch from '#web/art/guides/blowtorch.svg?raw'
import crystalGreen from '#web/art/guides/crystal-green.svg?raw'
import crystalRed from '#web/art/guides/crystal-red.svg?raw'
import ductTape from '#web/art/guides/duct-tape.svg?raw'
import electronicKit from '#web/art/guides/electronic-kit.svg?raw'
import flagClaim from '#web/art/guides/flag-claim.svg?raw'
import grenade from '#web/art/guides/grenade.svg?raw'
import gunpowder from '#web/art/guides/gunpowder.svg?raw'
import hacksaw from '#web/art/guides/hacksaw.svg?raw'
import heavyCharge from '#web/art/guides/heavy-charge.svg?raw'
import homemadeCharge from '#web/art/guides/homemade-charge.svg?raw'
import metalPlate from '#web/art/guides/metal-plate.svg?raw'
import nails from '#web/art/guides/nails.svg?raw'
import plasticExplosive from '#web/art/guides/plastic-explosive.svg?raw'
import rope from '#web/art/guides/rope.svg?raw'
import screws from '#web/art/guides/screws.svg?raw'
import wire from '#web/art/guides/wire.svg?raw'

/**
 * The drawings of texts, by their names there. `picture:flag-claim` is the file `flag-claim.svg` of
 * `web/art/guides/`, `picture:keycards`, which has captions, the component `Keycards`.
 */
export const drawings: Readonly<
  Record<(typeof drawingNames)[number], string | ComponentType<DrawingProps>>
> = {
  'armour-tiers': ArmourTiers,
  'base-gate': baseGate,
  battery,
  blowtorch,
  'crystal-green': crystalGreen,
  'crystal-red': crystalRed,
  'duct-tape': ductTape,
  'electronic-kit': electronicKit,
  'flag-claim': flagClaim,
  grenade,
  gunpowder,
  hacksaw,
  'heavy-charge': heavyCharge,
  'helmet-tiers': HelmetTiers,
  'homemade-charge': homemadeCharge,
  keycards: Keycards,
  'kr-way': KrWay,
  'metal-plate': metalPlate,
  nails,
  'plastic-explosive': plasticExplosive,
  'raid-alarm-parts': RaidAlarmParts,
  'raid-alarm-range': RaidAlarmRange,
  'raid-tiers': RaidTiers,
  rope,
  screws,
  wire,
}
