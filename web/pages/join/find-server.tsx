import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { AddressLine } from '#web/server-status/address-line.tsx'
import { playersText } from '#web/server-status/players-text.ts'
import { isOld, useServerStatus } from '#web/server-status/server-status-store.ts'
import { StatusMark } from '#web/server-status/status-mark.tsx'

/** The address to connect to, and whether there is someone to connect to. */
export function FindServer() {
  const view = useServerStatus()
  return (
    <div className="max-w-md">
      <AddressLine view={view} />
      <p className="mt-3 flex flex-wrap items-center gap-x-5">
        <StatusMark view={view} />
        {!isOld(view) && (
          <span className="text-muted">
            {m.servers_players()}{' '}
            <strong className="ml-1 font-display text-ink tabular-nums">{playersText(view)}</strong>
          </span>
        )}
        <Link
          href={paths.servers()}
          className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
        >
          {m.join_find_more()}
        </Link>
      </p>
    </div>
  )
}
