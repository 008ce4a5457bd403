import type { ReactNode } from 'react'
import { gameServer } from '#site/community.ts'
import { StartPicture } from '#web/art/start-picture.tsx'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatClock } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { isOld, type ServerView } from '#web/server-status/server-status-store.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useNow } from '#web/use-now.ts'
import { Mark } from './marks.tsx'

const timeless = { gameTime: null, isDaylight: null }

/** What else can be told of the server right now. */
export function ServerFacts({ view }: { readonly view: ServerView }) {
  const { server } = view
  // Time in the game runs faster than ours: an old one says nothing.
  const { gameTime, isDaylight } = isOld(view) ? timeless : server
  return (
    <Panel title={m.servers_facts_title()}>
      <dl className="grid gap-6 sm:grid-cols-3 lg:grid-cols-1">
        <Fact mark={<Mark name="map" />} name={m.servers_map()} value={server.map} />
        <Fact
          mark={<Mark name={isDaylight === null ? 'clock' : isDaylight ? 'sun' : 'moon'} />}
          name={m.servers_game_time()}
          value={gameTime ?? '–'}
          detail={lightText(view.line, isDaylight)}
        />
        {gameServer.restartsAtUtc.length > 0 && <NextRestart at={server.nextRestartAt} />}
      </dl>
      <StartPicture name="server" isLow className="mt-6 block aspect-4/3 w-full max-lg:hidden" />
    </Panel>
  )
}

function lightText(line: ServerView['line'], isDaylight: boolean | null): string {
  if (line === 'waiting') return m.servers_waiting()
  if (isDaylight === null) return m.servers_light_unknown()
  return isDaylight ? m.servers_day() : m.servers_night()
}

function NextRestart({ at }: { readonly at: string | null }) {
  const now = useNow()
  const leftMs = at === null || now === null ? 0 : Date.parse(at) - now
  const isKnown = at !== null && leftMs > 0
  return (
    <Fact
      mark={<Mark name="restart" />}
      name={m.servers_restart()}
      value={isKnown ? m.servers_restart_in({ duration: formatDuration(leftMs) }) : '–'}
      detail={
        isKnown ? m.servers_restart_at({ time: formatClock(at) }) : m.servers_restart_unknown()
      }
    />
  )
}

interface FactProps {
  readonly mark: ReactNode
  readonly name: string
  readonly value: string
  readonly detail?: string
}

function Fact({ mark, name, value, detail }: FactProps) {
  return (
    <div className="relative pl-10">
      <dt className="text-sm text-muted">
        {mark}
        {name}
      </dt>
      <dd>
        <span className="block font-display text-xl font-bold">{value}</span>
        {detail !== undefined && <span className="block text-sm text-muted">{detail}</span>}
      </dd>
    </div>
  )
}
