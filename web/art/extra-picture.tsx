import type { ExtraSlug } from '#domain/catalogue.ts'
import { PictureGround, Shapes } from './drawing.tsx'
import resetEnemies from './reset-enemies.svg?raw'
import resetStats from './reset-stats.svg?raw'

/** A drawing of each extra's effect, around the origin, 204 across. */
const extraSubjects: Readonly<Record<ExtraSlug, string>> = {
  'reset-stats': resetStats,
  'reset-enemies-stats': resetEnemies,
}

export function ExtraPicture({ slug }: { readonly slug: ExtraSlug }) {
  return (
    <PictureGround>
      <Shapes svg={extraSubjects[slug]} transform="translate(160 120)" />
    </PictureGround>
  )
}
