import { createHash } from 'node:crypto'
import type { GameServerConfig } from '#server/config.ts'
import type { CallWatch } from '#server/providers/watch-calls.ts'
import { askGameServer } from './a2s/ask-game-server.ts'
import { askBattleMetrics } from './battlemetrics/ask-battlemetrics.ts'
import type { GameServer } from './game-server.ts'

/** The source that the settings name. */
export function createGameServer(config: GameServerConfig, calls: CallWatch): GameServer {
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(config)).digest('base64url'),
    read: (stopped) =>
      calls.watch(config.source, () =>
        config.source === 'battlemetrics'
          ? askBattleMetrics(config, stopped, calls.headers())
          : askGameServer(config, stopped),
      ),
  }
}
