import { Icon } from '#web/art/icon.tsx'
import { formatAge } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { isOld, type ServerView } from '#web/server-status/server-status-store.ts'
import { useNow } from '#web/use-now.ts'

/** How old the numbers are, and whether that is as it should be. Always takes the same room. */
export function StatusAge({ view }: { readonly view: ServerView }) {
  const now = useNow()
  const isWarning = isOld(view)
  return (
    <p
      className={`mt-3 flex min-h-[2lh] gap-2 text-sm sm:min-h-[1lh] ${isWarning ? 'text-amber' : 'text-muted'}`}
    >
      {isWarning && <Icon name="warning" className="mt-0.5 size-4" />}
      {now !== null && <span>{ageText(view, now)}</span>}
    </p>
  )
}

function ageText({ line, server }: ServerView, now: number): string {
  if (line === 'waiting') return m.servers_asking()
  if (server.observedAt === null) {
    return line === 'failing' ? m.servers_never_reached() : m.servers_never_heard()
  }
  const ageMs = now - Date.parse(server.observedAt)
  const age = formatAge(ageMs)
  if (line === 'failing') return m.servers_line_lost({ age })
  if (server.stale) return m.servers_stale({ age })
  return ageMs < 60_000 ? m.servers_updated_now() : m.servers_updated({ age })
}
