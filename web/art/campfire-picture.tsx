import campfireFreePlace from './campfire-free-place.svg?raw'
import campfire from './campfire.svg?raw'
import { PictureGround, Shapes } from './drawing.tsx'

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
      <Shapes svg={companion ? campfire : campfireFreePlace} />
    </PictureGround>
  )
}
