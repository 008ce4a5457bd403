import { z } from 'zod'
import { note, reportAtMost } from '#bench/report.ts'
import { measureReadTimes, type ReadTimes } from '#bench/load/requests.ts'

const path = '/api/team-listings'
/** Our own limit: a list must keep up with typing, even on a busy evening. */
const mostP99Ms = 50
const pageNumber = 100
const listings = z.array(z.object({ discordUsername: z.string() }))

/** Prints how long 16 simultaneous clients wait for parts of the list, each the slowest of its kind. */
export async function measureApi(origin: string): Promise<void> {
  const queries = {
    'first page': '',
    [`page ${pageNumber}`]: await queryOfPage(origin),
    'search that finds one or few': `?search=${await rareLetters(origin)}`,
    'search that finds none': '?search=%D0%B6%D0%B6%D0%B6',
    'search that finds a third': '?search=for',
    'search for one letter': '?search=e',
    'type and microphone': '?type=LFT&hasMicrophone=false',
    'language and play style': '?language=ru&playStyle=raiding',
    'one letter with all filters':
      '?search=e&type=LFG&hasMicrophone=true&language=ru&playStyle=pvp',
  }
  const port = Number(new URL(origin).port)
  const nothing = await measureReadTimes({ port, path: '/healthz' })
  note(`to compare, an answer without a database: ${describe(nothing)}`)
  for (const [name, query] of Object.entries(queries)) {
    const total = (await fetch(origin + path + query)).headers.get('x-total-count')
    const times = await measureReadTimes({ port, path: path + query })
    note(`${name} (${total}): ${describe(times)}`)
    reportAtMost(`${name}, p99`, times.p99Ms, mostP99Ms, 'ms')
  }
}

function describe({ p50Ms, p99Ms, perSecond }: ReadTimes): string {
  return `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms, ${Math.round(perSecond)}/s`
}

/** Follows the links, as pages do. */
async function queryOfPage(origin: string): Promise<string> {
  let query = ''
  for (let page = 1; page < pageNumber; page += 1) {
    const { headers } = await fetch(origin + path + query)
    query = /\?[^>]*/.exec(headers.get('link') ?? '')?.[0] ?? ''
    if (query === '') throw new Error(`no page after page ${page}`)
  }
  return query
}

/** The end of an existing name. */
async function rareLetters(origin: string): Promise<string> {
  const [newest] = listings.parse(await (await fetch(origin + path)).json())
  if (!newest) throw new Error('no listings')
  return newest.discordUsername.slice(-3)
}
