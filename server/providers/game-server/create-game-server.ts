import { createHash } from 'node:crypto'
import type { GameServerConfig } from '../../config.ts'
import { askGameServer } from './a2s/ask-game-server.ts'
import { askBattleMetrics } from './battlemetrics/ask-battlemetrics.ts'
import type { GameServer } from './game-server.ts'

/** The source that the settings name. */
export function createGameServer(config: GameServerConfig): GameServer {
  return {
    fingerprint: createHash('sha256').update(JSON.stringify(config)).digest('base64url'),
    read: (stopped) =>
      config.source === 'battlemetrics'
        ? askBattleMetrics(config, stopped)
        : askGameServer(config, stopped),
  }
}
