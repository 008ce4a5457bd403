import { PictureGround } from './picture-ground.tsx'
import { Reskinned, type Finish } from './reskinned.tsx'

/** Whole outfits. */
export function GearPackPicture() {
  return (
    <PictureGround>
      <Outfit place="translate(-68 26) scale(.86)" finish="bare" />
      <Outfit place="translate(116 26) scale(.86)" finish="basic" />
      <Outfit place="translate(0 4)" finish="advanced" />
    </PictureGround>
  )
}

function Outfit({ place, finish }: { readonly place: string; readonly finish: Finish }) {
  return (
    <g transform={place}>
      <g transform="translate(86 118) scale(.46)">
        <Reskinned gear="pant" finish={finish} />
      </g>
      <g transform="translate(80 38) scale(.5)">
        <Reskinned gear="top" finish={finish} />
      </g>
      <g transform="translate(116 -6) scale(.28)">
        <Reskinned gear="helmet" finish={finish} />
      </g>
    </g>
  )
}
