import type { Extra } from '#domain/products.ts'
import { Picture, PictureGround, Shapes } from './drawing.tsx'
import extras from './extras.svg?raw'
import resetEnemies from './reset-enemies.svg?raw'
import resetStats from './reset-stats.svg?raw'

/** A drawing of each extra's effect, around the origin, 204 across. */
export const extraSubjects: Readonly<Record<NonNullable<Extra['picture']>, string>> = {
  'reset-stats': resetStats,
  'reset-enemies': resetEnemies,
}

export function ExtraPicture({ picture }: { readonly picture: Extra['picture'] }) {
  if (!picture) return <Picture svg={extras} />
  return (
    <PictureGround>
      <Shapes svg={extraSubjects[picture]} transform="translate(160 120)" />
    </PictureGround>
  )
}
