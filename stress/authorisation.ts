import { note, reportExactly } from '#bench/report.ts'
import { cleanUp } from '#test/cleanups.ts'
import { checkAccess } from '#test/endpoints/access-check.ts'
import { readAccessTable } from '#test/endpoints/access-table.ts'
import { nameOf, routeOf } from '#test/endpoints/endpoint.ts'
import { endpoints } from '#test/endpoints/endpoints.ts'
import { setUp } from '#test/endpoints/setup.ts'
import { readRoutesOfApp } from '#test/endpoints/routes-of-app.ts'
import { defineStress, onDatabases } from './define-stress.ts'

/** Everybody calls every endpoint; the answers are compared with a table (R11). */
export const authorisation = defineStress({}, () =>
  onDatabases(async (location) => {
    try {
      const setup = await setUp(location)
      const routes = await readRoutesOfApp(setup.shop.services)
      const table = readAccessTable()
      const { checked, falseCells } = await checkAccess(setup, table)
      note(`${routes.length} routes, ${checked} cells`)
      for (const cell of falseCells) {
        note(`${cell.endpoint}, ${cell.caller}: ${cell.answered}, not ${cell.expected}`)
      }
      const named = new Set(endpoints.map(routeOf))
      const nameless = routes.filter((route) => !named.has(route))
      return [
        reportExactly('routes without a row', nameless.length),
        reportExactly(
          'rows without a route',
          endpoints.filter((e) => !table.has(nameOf(e))).length,
        ),
        reportExactly('false cells', falseCells.length),
      ].every(Boolean)
    } finally {
      await cleanUp()
    }
  }),
)
