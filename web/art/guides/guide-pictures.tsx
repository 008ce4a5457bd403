import { PictureGround } from '#web/art/picture-ground.tsx'
import { AlarmBase } from './parts/alarm-base.tsx'
import { AlarmSender } from './parts/alarm-sender.tsx'
import { CrateOfCrystals } from './parts/crate-of-crystals.tsx'
import { CrystalCluster, greenCrystal, redCrystal } from './parts/crystal-cluster.tsx'
import { FlagClaimSubject } from './flag-claim.tsx'
import { VisorHelmet } from './parts/helmets.tsx'
import { HomemadeChargeBody } from './homemade-charge.tsx'
import { Keycard } from './parts/keycard.tsx'
import { Balance } from './parts/balance.tsx'
import { ConcreteWall } from './parts/raid-walls.tsx'
import { Rock } from './parts/rock.tsx'
import { HeavyCarrier } from './parts/vests.tsx'

/** The tiles of the guides, by slug. */
export const guidePictures = {
  'base-building': BaseBuilding,
  kryptonique: Kryptonique,
  armour: Armour,
  keycards: Keycards,
  raiding: Raiding,
  'raid-alerts': RaidAlerts,
  kryptopoints: KryptoPoints,
}

function BaseBuilding() {
  return (
    <PictureGround>
      <FlagClaimSubject />
    </PictureGround>
  )
}

const green = [
  { x: 84, y: 192, lean: -28, width: 24, height: 88 },
  { x: 132, y: 194, lean: 14, width: 26, height: 104 },
  { x: 106, y: 200, lean: -5, width: 36, height: 158 },
] as const

const red = [
  { x: 184, y: 194, lean: -18, width: 38, height: 86 },
  { x: 240, y: 196, lean: 34, width: 32, height: 80 },
  { x: 212, y: 202, lean: 6, width: 54, height: 122 },
] as const

function Kryptonique() {
  return (
    <PictureGround>
      <path fill="#ff5340" fillOpacity=".1" d="m158 96 44-32 58 10 32 50-22 68-90 14-30-48z" />
      <Rock />
      <CrystalCluster tones={greenCrystal} shards={green} />
      <CrystalCluster tones={redCrystal} shards={red} />
      <path fill="#2a4034" d="m62 217 24-18 28-8 24 12 18-6 24 8 34-8 36 8 28 12z" />
      <path fill="#3f5b4b" d="m86 199 28-8 24 12-26 4z" />
      <path fill="#1a2820" d="m180 205 34-8 36 8 28 12h-84z" />
    </PictureGround>
  )
}

function Armour() {
  return (
    <PictureGround>
      <g transform="translate(84 26) scale(1.9)">
        <HeavyCarrier />
      </g>
      <g transform="translate(18 120) scale(.92)">
        <VisorHelmet />
      </g>
    </PictureGround>
  )
}

const fan = [
  { level: 1, place: 'rotate(-36 160 270)' },
  { level: 2, place: 'rotate(-18 160 270)' },
  { level: 3, place: '' },
  { level: 4, place: 'rotate(18 160 270)' },
  { level: 5, place: 'rotate(36 160 270)' },
] as const

function Keycards() {
  return (
    <PictureGround>
      {fan.map(({ level, place }) => (
        <g key={level} transform={`${place} translate(101 52) scale(.98)`}>
          <Keycard level={level} />
        </g>
      ))}
    </PictureGround>
  )
}

function Raiding() {
  return (
    <PictureGround light="amber">
      <g transform="translate(20 4) scale(1.94)">
        <ConcreteWall />
        <g transform="matrix(.866 .5 0 1 20.5 15)">
          <path
            fill="#060a08"
            d="m26 8 14 3 8-4 10 10 2 12-4 8 3 10-14 7-8-3-12 4-10-9 1-10-5-9 7-11z"
          />
          <path fill="#e09a35" d="m29 12 11 3 7-4 8 9 1 9-4 8 2 8-10 5-8-3-10 3-8-7 1-9-4-7 6-9z" />
          <path fill="#ffd594" d="m32 20 10-1 8 7-2 9-8 7-10-2-5-9z" />
        </g>
      </g>
      <path
        fill="#8b9c91"
        d="m52 196 14-8 12 6-2 12-16 4-10-6zM96 212l10-6 10 4-1 8-12 3-8-4zM30 176l8-4 7 4-2 7-9 1z"
      />
      <path
        fill="#4a5a50"
        d="m66 188 12 6-2 12-16 4 4-12zM106 206l10 4-1 8-12 3zM38 172l7 4-2 7-9 1z"
      />
      <g transform="translate(184 108) scale(.98)">
        <HomemadeChargeBody />
      </g>
      <path d="M28 222h264" stroke="#48654f" strokeWidth="2" />
    </PictureGround>
  )
}

function RaidAlerts() {
  return (
    <PictureGround>
      <g fill="none" stroke="#ff7566" strokeWidth="4">
        <path d="m70 76-16 24v40l16 24M250 76l16 24v40l-16 24" />
        <path opacity=".5" d="m46 54-24 36v60l24 36M274 54l24 36v60l-24 36" />
      </g>
      <g transform="translate(70 26) scale(1.62)">
        <AlarmBase />
      </g>
      <g transform="translate(76 -2) scale(.86)">
        <AlarmSender />
      </g>
    </PictureGround>
  )
}

function KryptoPoints() {
  return (
    <PictureGround>
      <g transform="translate(50 -4) scale(.98)">
        <CrateOfCrystals />
      </g>
      <g transform="translate(22 98) scale(1.06)">
        <Balance />
      </g>
    </PictureGround>
  )
}
