import type { GameServer } from '#server/providers/game-server/game-server.ts'
import type { Services } from '#server/services/context.ts'
import { recordReading } from './record-reading.ts'
import { takeTurn, type Turn } from './take-turn.ts'

/**
 * Asks the game server's source when it is this process's turn; no transaction is open meanwhile.
 * Answers how things stand afterwards.
 */
export async function poll(
  services: Pick<Services, 'database' | 'clock'>,
  gameServer: GameServer,
  stopped: AbortSignal,
): Promise<Turn> {
  const { database, clock } = services
  const turn = await takeTurn(database, gameServer.fingerprint, clock())
  if (!turn.isOurs) return turn
  const reading = await gameServer.read(stopped)
  // What failed because we stop is no failure.
  if (stopped.aborted) return turn
  await recordReading(services, gameServer.fingerprint, reading)
  const failure = reading.outcome === 'told' ? null : reading.detail
  return { ...turn, outcome: reading.outcome, failure }
}
