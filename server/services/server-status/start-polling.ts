import { setTimeout as sleep } from 'node:timers/promises'
import type { GameServer } from '#server/providers/game-server/game-server.ts'
import type { Services } from '#server/services/context.ts'
import { poll } from './poll.ts'
import { pauseMilliseconds, type Turn } from './take-turn.ts'

interface Polling {
  /** Resolves when nothing is asked or written any more. */
  stop(): Promise<void>
}

/** Not at once, should a clock be wrong. */
const shortestPauseMilliseconds = 1000
/** A timer may ring a little early, and would find nothing due. */
const marginMilliseconds = 50

/** Keeps the status up to date from now on, as long as somebody can be asked. */
export function startPolling({
  gameServer,
  ...services
}: Pick<Services, 'database' | 'clock' | 'log' | 'gameServer'>): Polling {
  const stopping = new AbortController()
  const done = gameServer ? keepPolling(services, gameServer, stopping.signal) : Promise.resolve()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}

async function keepPolling(
  services: Pick<Services, 'database' | 'clock' | 'log'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<void> {
  const { clock, log } = services
  const report = createReport(log)
  while (!stopped.aborted) {
    let pause = pauseMilliseconds
    try {
      const turn = await poll(services, gameServer, stopped)
      report(turn)
      pause = turn.nextAskAt.getTime() - clock().getTime() + marginMilliseconds
    } catch (error) {
      log.warn({ err: error }, 'the status of the game server could not be kept')
    }
    const milliseconds = Math.min(Math.max(pause, shortestPauseMilliseconds), pauseMilliseconds)
    await sleep(milliseconds, undefined, { signal: stopped }).catch(() => undefined)
  }
}

/** Each process says once what is the matter, and once that it is over. */
function createReport(log: Services['log']): (turn: Turn) => void {
  let said: Turn['outcome'] = 'told'
  return ({ outcome, failure: reason }) => {
    if (outcome === said) return
    said = outcome
    if (outcome === 'told') log.info('the game server tells its status again')
    else if (outcome === 'refused') {
      log.error(
        { reason },
        'settings are wrong: the game server’s status is not told to us, and asked for once an hour',
      )
    } else log.warn({ reason }, 'the game server’s status is not known')
  }
}
