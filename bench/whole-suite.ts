import { cloneRepository } from './fresh-clone.ts'
import { note, reportAtMost, reportExactly } from './report.ts'

/** `npm test` in a fresh clone, with an empty npm cache, browser included (S2). */
export async function wholeSuite(): Promise<void> {
  const clone = cloneRepository()
  try {
    const start = performance.now()
    const run = clone.npm('test')
    const { exitCode } = await run.ended
    const minutes = (performance.now() - start) / 60_000
    const lines = run.output().trimEnd().split('\n')
    const lastLine = lines.at(-1) ?? ''
    const installed = /Installed in ([\d.]+) s/.exec(run.output())?.[1]
    reportAtMost('npm test, from install to last line', minutes, 6, 'min')
    note(`${lastLine}; of it npm’s install from an empty cache: ${installed ?? '?'} s`)
    for (const line of lines.filter((text) => text.startsWith('skipped '))) note(line)
    // Without a last line of that form something broke, which is not 0 failures either.
    const failed = Number(/, (\d+) failed,/.exec(lastLine)?.[1] ?? -1)
    if (!reportExactly('failed tests', failed)) console.log(lines.slice(-200).join('\n'))
    reportExactly('exit code', exitCode)
  } finally {
    clone.remove()
  }
}
