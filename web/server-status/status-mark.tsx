import { m } from '#web/i18n/paraglide/messages.js'
import { isOld, type ServerView } from './server-status-store.ts'

const looks = {
  waiting: { color: 'text-muted', text: m.servers_waiting },
  online: { color: 'text-crystal', text: m.servers_online },
  offline: { color: 'text-loss', text: m.servers_offline },
  unknown: { color: 'text-amber', text: m.servers_unknown },
} as const

/** Whether the game server is up, in a word and a colour. */
export function StatusMark({ view }: { readonly view: ServerView }) {
  const { color, text } = looks[lookOf(view)]
  return (
    <span className={`inline-flex items-center gap-2 font-display font-semibold ${color}`}>
      <svg viewBox="0 0 10 10" aria-hidden="true" className="size-2.5 shrink-0">
        <path fill="currentColor" d="M5 0 10 5 5 10 0 5z" />
      </svg>
      {text()}
    </span>
  )
}

/** How it was a while ago says nothing of how it is now. */
function lookOf(view: ServerView): keyof typeof looks {
  if (view.line === 'waiting') return 'waiting'
  return isOld(view) ? 'unknown' : view.server.status
}
