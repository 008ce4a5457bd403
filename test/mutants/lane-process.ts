import { fork, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from './sample.ts'
import type { Answer, Order } from './task.ts'

/** A process of `lane.ts`, started on demand and restarted when it hangs. */
export class LaneProcess {
  readonly #parameters: readonly string[]
  #running: { readonly child: ChildProcess; readonly folder: string } | undefined

  /** @param toTheEnd whether tests continue after a failure. */
  constructor({ toTheEnd }: { readonly toTheEnd: boolean }) {
    this.#parameters = toTheEnd ? ['--to-the-end'] : []
  }

  /** The tests' result; null after the time limit. */
  async run(order: Order, limitSeconds: number): Promise<Answer | null> {
    const child = this.#running?.child ?? (await this.#start())
    const { promise, resolve, reject } = Promise.withResolvers<Answer | null>()
    const limit = setTimeout(() => resolve(null), limitSeconds * 1000)
    child.once('message', (answer: Answer) => resolve(answer))
    child.once('exit', (code) => reject(new Error(`Vitest ended by itself (${code}).`)))
    child.send(order)
    const answer = await promise
    clearTimeout(limit)
    child.removeAllListeners()
    if (!answer) this.kill()
    return answer
  }

  /** Lets it stop its databases. */
  async end(): Promise<void> {
    const child = this.#running?.child
    if (child && child.exitCode === null) {
      child.disconnect()
      await new Promise((resolve) => child.once('exit', resolve))
    }
    this.kill()
  }

  /** Kills it and all that it started, with what they left in their temporary folder. */
  kill(): void {
    if (!this.#running) return
    const { child, folder } = this.#running
    this.#running = undefined
    try {
      // An endless loop in a test's own process ends by nothing else.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // It had already ended.
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }

  async #start(): Promise<ChildProcess> {
    const folder = mkdtempSync(path.join(tmpdir(), 'kryptonique-mutants-'))
    // Postgres may run as another user.
    chmodSync(folder, 0o755)
    const child = fork(path.join(import.meta.dirname, 'lane.ts'), this.#parameters, {
      cwd: root,
      env: { ...process.env, TMPDIR: folder },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      detached: true,
    })
    this.#running = { child, folder }
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    child.once('message', () => resolve())
    child.once('exit', (code) => reject(new Error(`Vitest did not start (${code}).`)))
    await promise
    child.removeAllListeners()
    return child
  }
}
