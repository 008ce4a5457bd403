import type { Extra } from '#domain/products.ts'
import resetEnemies from './reset-enemies.svg?raw'
import resetStats from './reset-stats.svg?raw'

/** A drawing of each extra's effect, around the origin, 204 across. */
export const extraSubjects: Readonly<Record<NonNullable<Extra['picture']>, string>> = {
  'reset-stats': resetStats,
  'reset-enemies': resetEnemies,
}
