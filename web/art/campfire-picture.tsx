import forest from './campfire-forest.svg?raw'
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
      <Shapes svg={forest} />
      <Shapes svg={companion ? campfire : campfireFreePlace} />
    </PictureGround>
  )
}
