import type { ComponentProps } from 'react'
import { PictureGround } from '#web/art/picture-ground.tsx'
import { DrawingBox, type DrawingProps } from './drawing-box.tsx'

type SceneProps = DrawingProps & Pick<ComponentProps<typeof PictureGround>, 'light' | 'children'>

/** A drawing of its own within a text: 320 × 240 on the map that every picture lies on. */
export function Scene({ label, ...ground }: SceneProps) {
  return (
    <DrawingBox label={label} className="block max-w-xl">
      <PictureGround {...ground} />
    </DrawingBox>
  )
}
