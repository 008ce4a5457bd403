import { setTimeout as sleep } from 'node:timers/promises'
import { findFreePort } from '#scripts/product/free-port.ts'
import { cloneRepository, type NpmRun } from './fresh-clone/clone.ts'
import { note, reportAtMost, reportExactly } from './report.ts'

/** `npm start` in a fresh clone, with an empty npm cache, until the shop answers (S1). */
export async function freshClone(): Promise<void> {
  const clone = cloneRepository()
  const port = await findFreePort()
  const sandboxPort = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const settings = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) }
  try {
    const start = performance.now()
    const run = clone.npm('start', settings)
    await untilAnswering(run, [`${origin}/`, `${origin}/api/shop-items`])
    const seconds = (performance.now() - start) / 1000
    reportAtMost('npm start until / and /api/shop-items answer', seconds, 90, 's')
    const installed = /Installed in ([\d.]+) s/.exec(run.output())?.[1]
    note(`of it npm’s install from an empty cache: ${installed ?? '?'} s`)
    run.stop()
    const { exitCode } = await run.ended
    reportExactly('exit code after SIGTERM', exitCode)
    const alive = await Promise.all([port, sandboxPort].map(isAnswering))
    reportExactly('processes left behind', alive.filter(Boolean).length)
  } finally {
    clone.remove()
  }
}

async function untilAnswering(run: NpmRun, addresses: readonly string[]): Promise<void> {
  let hasEnded = false
  void run.ended.then(() => (hasEnded = true))
  for (const address of addresses) {
    while (!(await answers(address))) {
      if (hasEnded) throw new Error(`npm start ended:\n${run.output()}`)
      await sleep(50)
    }
  }
}

function isAnswering(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/healthz`).then(
    () => true,
    () => false,
  )
}

function answers(address: string): Promise<boolean> {
  return fetch(address).then(
    ({ status }) => status === 200,
    () => false,
  )
}
