import type { ComponentType } from 'react'
import type { ExtraSlug } from '#domain/catalogue.ts'
import { PictureGround } from './picture-ground.tsx'
import { ResetEnemies, ResetStats } from './reset-subjects.tsx'

/** A drawing of each extra's effect, around the origin, 204 across. */
const extraSubjects: Readonly<Record<ExtraSlug, ComponentType>> = {
  'reset-stats': ResetStats,
  'reset-enemies-stats': ResetEnemies,
}

export function ExtraPicture({ slug }: { readonly slug: ExtraSlug }) {
  const Subject = extraSubjects[slug]
  return (
    <PictureGround>
      <g transform="translate(160 120)">
        <Subject />
      </g>
    </PictureGround>
  )
}
