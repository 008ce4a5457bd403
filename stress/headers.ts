import { note, reportExactly, under } from '#bench/report.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { cleanUp } from '#test/cleanups.ts'
import { builtPages } from '#test/endpoints/built-pages.ts'
import { setUp } from '#test/endpoints/setup.ts'
import { checkHeaders, checkHeadersInProduction, type HeaderFigures } from './headers/check.ts'
import { onEmbedded } from './on-databases.ts'
import { defineStress } from './define-stress.ts'

/** The headers of every kind of answer, with and without the rules of production (R13). */
export const headers = defineStress({}, async () => {
  await buildWebIfStale()
  const figures = [
    await under('sandbox', () =>
      onEmbedded(async (location) => report(await checkHeaders(await setUp(location, builtPages)))),
    ),
    await under('production', () =>
      onEmbedded(async (location) => report(await checkHeadersInProduction(location, builtPages))),
    ),
  ]
  return figures.every(Boolean)
})

async function report({ answers, violations }: HeaderFigures): Promise<boolean> {
  await cleanUp()
  note(`${answers} answers`)
  for (const violation of violations.slice(0, 20)) note(violation)
  return reportExactly('headers that are missing or wrong', violations.length)
}
