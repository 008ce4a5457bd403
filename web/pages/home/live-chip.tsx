import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { playersText } from '#web/server-status/players-text.ts'
import { isOld, useServerStatus } from '#web/server-status/server-status-store.ts'
import { StatusMark } from '#web/server-status/status-mark.tsx'

/** Whether the server is up and how many play, in one line. */
export function LiveChip() {
  const view = useServerStatus()
  return (
    <Link
      href={paths.servers()}
      className="mt-4 flex min-h-12 w-fit flex-wrap items-center gap-x-6 border border-line bg-ground/80 px-4 py-2 hover:border-crystal"
    >
      <StatusMark view={view} />
      {view.line === 'heard' && !isOld(view) && (
        <span className="text-muted">
          {m.servers_players()}{' '}
          <strong className="ml-1 font-display text-ink tabular-nums">{playersText(view)}</strong>
        </span>
      )}
    </Link>
  )
}
