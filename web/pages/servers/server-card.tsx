import { Link } from '#web/components/link.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { paths } from '#web/paths.ts'
import { AddressLine } from '#web/server-status/address-line.tsx'
import { playersText } from '#web/server-status/players-text.ts'
import { isOld, type ServerView } from '#web/server-status/server-status-store.ts'
import { StatusMark } from '#web/server-status/status-mark.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { PlayerBar } from './player-bar.tsx'
import { StatusAge } from './status-age.tsx'

interface ViewProps {
  readonly view: ServerView
}

/** Who the server is, how full it is, and the way in. */
export function ServerCard({ view }: ViewProps) {
  const { server, line } = view
  const isOnline = server.status === 'online' && !isOld(view)
  return (
    <Panel tone={isOnline ? 'crystal' : 'plain'} className="flex flex-col gap-6">
      <div>
        <output>
          <StatusMark view={view} />
        </output>
        <h2 className="mt-2 min-h-[2lh] pr-4 text-2xl max-[23rem]:min-h-[3lh] sm:text-3xl">
          {server.name}
        </h2>
      </div>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-muted">{m.servers_players()}</span>
          <span className="font-display text-4xl font-bold tabular-nums">{playersText(view)}</span>
        </p>
        <PlayerBar
          players={server.players}
          maxPlayers={server.maxPlayers}
          isKnown={line !== 'waiting' && server.status !== 'unknown'}
          text={m.servers_players_of({
            players: formatNumber(server.players),
            max: formatNumber(server.maxPlayers),
          })}
        />
        <StatusAge view={view} />
      </div>
      <div>
        <h3 className="mb-2 text-base">{m.servers_address()}</h3>
        <AddressLine view={view} />
      </div>
      <WayIn view={view} />
    </Panel>
  )
}

function WayIn({ view: { server, line } }: ViewProps) {
  const isMissing = server.address === null
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {isMissing ? (
          <Button size="large" disabled aria-describedby="way-in">
            {m.servers_join()}
          </Button>
        ) : (
          <a
            href={`steam://connect/${server.address}`}
            aria-describedby="way-in"
            className={buttonClass({ size: 'large' })}
          >
            {m.servers_join()}
          </a>
        )}
        <Link href={paths.join()} className={buttonClass({ tone: 'secondary', size: 'large' })}>
          {m.servers_how_to_join()}
        </Link>
      </div>
      <p id="way-in" className="mt-3 min-h-[3lh] text-sm text-muted sm:min-h-[2lh]">
        {isMissing && line !== 'waiting' ? m.servers_join_no_address() : m.servers_join_note()}
      </p>
    </div>
  )
}
