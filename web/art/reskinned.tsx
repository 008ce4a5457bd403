import { useId } from 'react'
import { CrystalFacets } from './crystal-facets.tsx'
import { gearDrawings, type GearName } from './gear-drawings.ts'
import { PictureGround } from './picture-ground.tsx'

/** Without a skin, with a ready-made pattern, with a custom one, or half changed. */
export type Finish = 'bare' | 'basic' | 'advanced' | 'half'

interface ReskinnedProps {
  readonly gear: GearName
  readonly finish: Finish
}

/** One item with one finish, between the marks of a viewfinder. */
export function ReskinPicture({ gear, finish }: ReskinnedProps) {
  return (
    <PictureGround>
      <path
        fill="none"
        stroke="#48654f"
        strokeWidth="1.5"
        d="M28 34V18h16M292 34V18h-16M28 206v16h16M292 206v16h-16"
      />
      <Reskinned gear={gear} finish={finish} />
    </PictureGround>
  )
}

/** An item with one finish, within 320 × 240. */
export function Reskinned({ gear, finish }: ReskinnedProps) {
  const id = useId()
  const { pose, outline, shade, light, behind = [], parts } = gearDrawings[gear]
  return (
    <g transform={pose}>
      <clipPath id={id}>
        <path d={outline} />
      </clipPath>
      <Parts parts={behind} />
      <path fill="#41604e" d={outline} />
      <g clipPath={`url(#${id})`}>
        <Coat finish={finish} />
        <path fill="#04120a" opacity=".36" d={shade} />
        <path fill="#f1ffec" opacity=".16" d={light} />
      </g>
      <Parts parts={parts} />
    </g>
  )
}

function Parts({ parts }: { readonly parts: (typeof gearDrawings)[GearName]['parts'] }) {
  return parts.map(({ fill = 'none', stroke, width, outline }) => (
    <path
      key={outline}
      fill={fill}
      stroke={stroke}
      strokeWidth={width}
      fillRule="evenodd"
      d={outline}
    />
  ))
}

function Coat({ finish }: { readonly finish: Finish }) {
  const id = useId()
  if (finish === 'bare') return null
  if (finish === 'basic') return <Camouflage />
  if (finish === 'advanced') return <CrystalFacets />
  return (
    <>
      <clipPath id={id}>
        <path d="m178 0-22 76 26 44-36 62 10 58H0V0z" />
      </clipPath>
      <g clipPath={`url(#${id})`}>
        <CrystalFacets />
      </g>
      <path fill="none" stroke="#f1ffec" strokeWidth="2.5" d="m178 0-22 76 26 44-36 62 10 58" />
    </>
  )
}

/** A ready-made pattern: patches of one colour family. */
function Camouflage() {
  return (
    <>
      <path fill="#5f7040" d="M0 0h320v240H0z" />
      <path
        fill="#475631"
        d="m20 96 34 6 18 22-14 20-36-4zM88 38l30-10 16 20-10 34-26 8-20-22zM150 60l34-14 22 14-6 32-30 8-24-16zM100 112l36-8 22 18-8 24-38 4-20-16zM176 118l34-8 28 14-10 30-40 2-16-18zM118 168l28-10 16 26-12 32-30 2-16-26zM200 172l34-8 20 24-20 30-34-8zM228 60l28 4 18 34-12 24-30-8-12-32zM60 150l26 4 6 32-24 12-20-20zM276 110l30-10v40l-34 2z"
      />
      <path
        fill="#8a9a5c"
        d="m118 54 18 4 2 20-18 10-12-16zM58 100l22-8 10 16-16 14zM188 76l26-4 10 20-22 12-16-10zM140 128l24-8 14 16-14 16-24-6zM208 132l20 10-6 22-24-2-4-18zM96 176l20 2 4 22-18 8-14-16zM168 188l22-8 8 22-20 16zM242 100l18 6 2 22-18 6-10-18zM30 122l18 4-2 16-18-2zM154 28l18 6-4 16-20 2z"
      />
      <path
        fill="#2d381f"
        d="m104 90 16 8-8 16-18-4zM166 92l12 12-12 12-14-10zM130 152l14 2 2 14-16 6zM222 104l12-6 8 12-14 10zM186 148l14 6-6 16-14-6zM78 124l12 4-4 14-12-2zM112 206l16-4 4 16h-16zM208 200l14-4 4 14-14 6zM190 50l10-8 10 10-12 8zM46 136l8 8-10 10z"
      />
    </>
  )
}
