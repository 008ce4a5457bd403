import { PictureGround } from './drawing.tsx'
import { Reskinned } from './reskinned.tsx'

export function GearPicture() {
  return (
    <PictureGround>
      <Reskinned gear="armour" finish="half" transform="translate(-38 20) scale(.86)" />
      <Reskinned gear="helmet" finish="advanced" transform="translate(122 24) scale(.66)" />
    </PictureGround>
  )
}

export function WeaponsPicture() {
  return (
    <PictureGround>
      <Reskinned gear="sniper" finish="half" transform="translate(16 -30) scale(.9)" />
      <Reskinned gear="auto" finish="advanced" transform="translate(16 52) scale(.9)" />
    </PictureGround>
  )
}
