import { formatNumber } from '#web/i18n/format.ts'
import type { ServerView } from './server-status-store.ts'

/** `32 / 60`; dashes until the server was heard of. */
export function playersText({ line, server }: ServerView): string {
  if (line === 'waiting') return '– / –'
  return `${formatNumber(server.players)} / ${formatNumber(server.maxPlayers)}`
}
