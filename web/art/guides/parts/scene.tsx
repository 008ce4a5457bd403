import type { ComponentProps } from 'react'
import { PictureGround } from '#web/art/picture-ground.tsx'
import { DrawingBox, type DrawingProps } from './drawing-box.tsx'

type SceneProps = DrawingProps & Pick<ComponentProps<typeof PictureGround>, 'light' | 'children'>

/** A full drawing within a text: 320 × 240 on the map background that all pictures share. */
export function Scene({ label, ...ground }: SceneProps) {
  return (
    <DrawingBox label={label} className="block max-w-xl">
      <PictureGround {...ground} />
    </DrawingBox>
  )
}
