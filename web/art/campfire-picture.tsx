import { PictureGround } from './picture-ground.tsx'
import { Survivor } from './survivor.tsx'

interface CampfirePictureProps {
  /** Whether a second person sits at the fire; otherwise their place is shown as free. */
  readonly companion: boolean
  readonly className?: string
}

/** A survivor at a camp fire at night, with a place beside them. */
export function CampfirePicture({ companion, className }: CampfirePictureProps) {
  return (
    <PictureGround light="amber" className={className}>
      <path
        d="M0 132 34 96l22 20 30-44 26 38 20-18 32 40 34-52 36 46 22-22 34 42 50-14v92H0z"
        fill="#0d1711"
      />
      <path
        d="m18 150 12-40 12 40zM6 158l9-28 9 28zM270 148l14-46 14 46zM294 158l11-34 11 34z"
        fill="#16241c"
      />
      <path d="M0 206h320v34H0z" fill="#101a14" />
      <path d="M0 206h320" stroke="#48654f" strokeWidth="2" />
      <Campfire companion={companion} />
    </PictureGround>
  )
}

/** The fire and the people around it, on the grid of a picture. */
export function Campfire({ companion }: Pick<CampfirePictureProps, 'companion'>) {
  return (
    <>
      <ellipse cx="160" cy="210" rx="112" ry="12" fill="#ffb648" opacity=".13" />
      <ellipse cx="160" cy="210" rx="62" ry="8" fill="#ffb648" opacity=".2" />
      <g transform="translate(84 212) scale(1.3)">
        <Survivor />
      </g>
      <g transform="translate(238 212) scale(-1.3 1.3)">
        {companion ? <Survivor /> : <FreePlace />}
      </g>
      <path d="m128 216 62-18 3 8-62 18zM192 216l-62-18-3 8 62 18z" fill="#5f4730" />
      <path d="m128 216 62-18 1 3-62 18z" fill="#7d613f" />
      <path d="M138 200l4-34 10 12 8-44 12 30 8-10 4 46-12 8h-22z" fill="#ff7566" opacity=".9" />
      <path d="m145 202 5-24 7 8 4-26 9 22 5-6 2 26-8 6h-16z" fill="#ffb648" />
      <path d="m153 204 3-14 4 4 3-12 5 14 2-2 1 10-5 4h-9z" fill="#f4fff0" />
      <path
        d="m150 118 3 4-3 4-3-4zM174 100l2.5 3.5L174 107l-2.5-3.5zM163 78l2 3-2 3-2-3z"
        fill="#ffb648"
      />
    </>
  )
}

/** The outline of a free place, on the same grid. */
function FreePlace() {
  return (
    <path
      d="M-16 0-12-36-22-40-20-70-9-77l1-17 6-9h7l6 9-1 17 9 6 4 31-9 4L16 0z"
      fill="#6bff4d"
      fillOpacity=".07"
      stroke="#6bff4d"
      strokeWidth="1.6"
      strokeDasharray="5 4"
    />
  )
}
