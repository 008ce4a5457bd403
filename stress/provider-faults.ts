import { note, reportAtMost, reportExactly, under } from '#bench/report.ts'
import type { DatabaseLocation } from '#server/db/database.ts'
import { onDatabases } from './on-databases.ts'
import { faultKinds, type FaultKind } from './provider-faults/calls.ts'
import { runUnderFault, type FaultFigures } from './provider-faults/run-under-fault.ts'
import { defineStress } from './define-stress.ts'

interface Settings {
  /** Donors, and as many buyers of packs, at once. */
  readonly crowd: number
  readonly seed: number
}

/** How long our pages wait for an answer; see `web/app/api-client.ts`. */
const timeoutMilliseconds = 15_000
/** With these the provider itself reports that it did nothing, so that nothing may happen twice. */
const refusals: ReadonlySet<FaultKind> = new Set(['500', '429'])

/** Every call of every provider fails in every way while people donate, buy, sign in and claim (R7). */
export const providerFaults = defineStress(
  { crowd: 12, seed: Date.now() % 1_000_000 },
  (setting) => {
    const settings = { crowd: setting('crowd'), seed: setting('seed') }
    return onDatabases((location) => failInEveryWay(location, settings))
  },
)

async function failInEveryWay(location: DatabaseLocation, settings: Settings): Promise<boolean> {
  note(`seed ${settings.seed}, ${settings.crowd} donors and as many buyers of packs at once`)
  // What is slow only the first time must not count for the faults.
  await runUnderFault(location, null, { ...settings, seed: settings.seed - 1 })
  const normal = await runUnderFault(location, null, settings)
  note(`while all is well the other pages’ p99 is ${normal.pages.p99Milliseconds.toFixed(1)} ms`)
  let isMet = true
  for (const [index, kind] of faultKinds.entries()) {
    // Other people each time, so that nobody reaches their own limits of the time before.
    const others = { ...settings, seed: settings.seed + 1 + index }
    const report = async (): Promise<boolean> =>
      reportFault(kind, await runUnderFault(location, kind, others), normal)
    isMet = (await under(kind, report)) && isMet
  }
  return isMet
}

function reportFault(kind: FaultKind, figures: FaultFigures, normal: FaultFigures): boolean {
  const { answers, comeAgain, unclear, differences, messages, pages, unmet } = figures
  note(
    `${answers} answers, ${comeAgain} of them "come again"; the slowest after ${(figures.slowestMilliseconds / 1000).toFixed(1)} s; ${messages.repeated} messages sent again`,
  )
  for (const words of [...unclear, ...differences, ...unmet].slice(0, 10)) note(words)
  return [
    reportExactly('differences from the providers’ books afterwards', differences.length),
    reportExactly('messages that the staff never got', messages.lost),
    ...(refusals.has(kind)
      ? [reportExactly('messages that the staff got twice', messages.repeated)]
      : []),
    reportExactly('statuses of the game server that stayed wrong', figures.wrongStatuses),
    reportExactly('answers that were unclear', unclear.length),
    reportAtMost(
      'slowest answer',
      figures.slowestMilliseconds / 1000,
      timeoutMilliseconds / 1000,
      's',
    ),
    reportExactly('other pages that failed', pages.failures),
    reportAtMost(
      'other pages’ p99 in times of normal',
      pages.p99Milliseconds / normal.pages.p99Milliseconds,
      2,
    ),
    reportExactly('calls that no fault has met', unmet.length),
  ].every(Boolean)
}
