import type { ReactElement } from 'react'
import { ButtonLink, DiscordButton } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { site } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { createIcons, Icon } from '#web/art/icon.tsx'
import { StartPicture } from '#web/art/start-picture.tsx'
import { formatAge, formatClock, formatDateTime } from '#web/i18n/format-time.ts'
import { formatDuration, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { historyQuery, PlayerHistoryPanel } from './player-history-panel.tsx'
import {
  AddressLine,
  StatusMark,
  isKnownOffline,
  isOutdated,
  playersText,
  serverStatusQuery,
  useServerStatus,
  type ServerView,
} from './server-status.tsx'

export const firstView = () => [serverStatusQuery, historyQuery]

/** The game server's current status, and the players of the last day. */
export default function ServersPage() {
  const view = useServerStatus()
  return (
    <div className="page">
      <PageHeading
        eyebrow={m.servers_eyebrow()}
        title={m.servers_title()}
        lead={m.servers_lead()}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <ServerCard view={view} />
        <div className="grid gap-8 lg:row-span-2">
          <ServerFacts view={view} />
          <Panel title={m.servers_first_title()}>
            <p className="mb-5 text-muted">{m.servers_first_text()}</p>
            <ButtonLink href={paths.join()} tone="secondary">
              {m.servers_first_link()}
            </ButtonLink>
          </Panel>
        </div>
        <PlayerHistoryPanel />
      </div>
    </div>
  )
}

interface ViewProps {
  readonly view: ServerView
}

function ServerCard({ view }: ViewProps) {
  const { server } = view
  const isOnline = server.status === 'online' && !isOutdated(view)
  return (
    <Panel tone={isOnline ? 'crystal' : 'plain'} className="flex flex-col gap-6">
      <div>
        <output>
          <StatusMark view={view} />
        </output>
        <h2
          translate="no"
          className="mt-2 min-h-[2lh] pr-4 text-2xl max-[23rem]:min-h-[3lh] sm:text-3xl"
        >
          {server.name}
        </h2>
      </div>
      <div>
        <p className="flex flex-wrap items-baseline justify-between gap-x-4">
          <span className="text-muted">{m.servers_players()}</span>
          <span className="font-display text-4xl font-bold tabular-nums">{playersText(view)}</span>
        </p>
        <PlayerBar view={view} />
        <StatusAge view={view} />
      </div>
      <div>
        <h3 className="mb-2 text-base">{m.servers_address()}</h3>
        <AddressLine view={view} />
      </div>
      <JoinActions view={view} />
    </Panel>
  )
}

function JoinActions({ view }: ViewProps) {
  const { server, fetchStatus } = view
  const isMissing = server.address === null
  const isOffline = isKnownOffline(view)
  const tone = isOffline ? 'secondary' : 'primary'
  return (
    <div>
      <div className="flex flex-wrap gap-3">
        {isOffline && <DiscordButton size="large">{m.nav_discord()}</DiscordButton>}
        {isMissing ? (
          <Button tone={tone} size="large" disabled aria-describedby="way-in">
            {m.servers_join()}
          </Button>
        ) : (
          <a
            href={`steam://connect/${server.address}`}
            aria-describedby="way-in"
            className={buttonClass({ tone, size: 'large' })}
          >
            {m.servers_join()}
          </a>
        )}
        <ButtonLink href={paths.join()} tone="secondary" size="large">
          {m.servers_how_to_join()}
        </ButtonLink>
      </div>
      <p id="way-in" className="mt-3 min-h-[3lh] text-sm text-muted sm:min-h-[2lh]">
        {isOffline
          ? m.servers_join_offline()
          : isMissing && fetchStatus !== 'waiting'
            ? m.servers_join_no_address()
            : m.servers_join_note()}
      </p>
    </div>
  )
}

/** How full the server is. Drawn with SVG attributes: the content security policy allows no inline styles. */
function PlayerBar({ view: { server, fetchStatus } }: ViewProps) {
  const { players, maxPlayers } = server
  // Whether the numbers have ever been loaded.
  const isKnown = fetchStatus !== 'waiting' && server.status !== 'unknown'
  const max = formatNumber(maxPlayers)
  const text = m.servers_players_of({ players: formatNumber(players), max })
  const share = maxPlayers > 0 ? Math.min(players / maxPlayers, 1) : 0
  return (
    <div className="relative mt-3 border border-line bg-ground p-1">
      <progress
        aria-label={m.servers_players()}
        {...(isKnown && { max: Math.max(maxPlayers, 1), value: players, 'aria-valuetext': text })}
        className="absolute inset-0 size-full opacity-0"
      />
      <svg aria-hidden="true" className="block h-4 w-full">
        <defs>
          <pattern id="player-cells" width="10" height="16" patternUnits="userSpaceOnUse">
            <path d="M0 0h8v16H0z" fill="#fff" />
          </pattern>
          <mask id="player-mask">
            <rect width="100%" height="16" fill="url(#player-cells)" />
          </mask>
        </defs>
        <g mask="url(#player-mask)">
          <rect width="100%" height="16" className="fill-raised" />
          <rect
            width={`${(share * 100).toFixed(2)}%`}
            height="16"
            className={isKnown ? 'fill-crystal' : 'fill-line-strong'}
          />
        </g>
      </svg>
    </div>
  )
}

/** The age of the numbers, with a warning if they are outdated. Always takes the same space. */
function StatusAge({ view }: { readonly view: ServerView }) {
  const now = useNow()
  const isWarning = isOutdated(view)
  return (
    <p
      className={`mt-3 flex min-h-[2lh] gap-2 text-sm sm:min-h-[1lh] ${isWarning ? 'text-amber' : 'text-muted'}`}
    >
      {isWarning && <Icon name="warning" className="mt-0.5 size-4" />}
      <span>{ageText(view, now)}</span>
    </p>
  )
}

/** Until the visitor's clock is known, with times in GMT. */
function ageText({ fetchStatus, server }: ServerView, now: number | null): string {
  if (fetchStatus === 'waiting') return m.servers_asking()
  if (server.observedAt === null) {
    return fetchStatus === 'failing' ? m.servers_never_reached() : m.servers_never_heard()
  }
  const { observedAt } = server
  const ageMs = now === null ? null : now - Date.parse(observedAt)
  const age = ageMs === null ? `${formatDateTime(observedAt, 'UTC')} GMT` : formatAge(ageMs)
  if (fetchStatus === 'failing') return m.servers_line_lost({ age })
  if (server.stale) return m.servers_stale({ age })
  if (ageMs === null) return m.servers_updated_at({ time: formatClock(observedAt, 'UTC') })
  return ageMs < 60_000 ? m.servers_updated_now() : m.servers_updated({ age })
}

const unknownTime = { gameTime: null, isDaylight: null }

function ServerFacts({ view }: { readonly view: ServerView }) {
  const { server } = view
  // Time in the game runs faster than real time, so an outdated value is useless.
  const { gameTime, isDaylight } = isOutdated(view) ? unknownTime : server
  return (
    <Panel title={m.servers_facts_title()}>
      <dl className="grid gap-6 sm:grid-cols-3 lg:grid-cols-1">
        <Fact mark={<Mark name="map" />} name={m.servers_map()} value={server.map} />
        <Fact
          mark={<Mark name={isDaylight === null ? 'clock' : isDaylight ? 'sun' : 'moon'} />}
          name={m.servers_game_time()}
          value={gameTime ?? '–'}
          detail={lightText(view.fetchStatus, isDaylight)}
        />
        {site().server.restarts.times.length > 0 && <NextRestart at={server.nextRestartAt} />}
      </dl>
      <StartPicture name="server" isLow className="mt-6 block aspect-4/3 w-full max-lg:hidden" />
    </Panel>
  )
}

function lightText(fetchStatus: ServerView['fetchStatus'], isDaylight: boolean | null): string {
  if (fetchStatus === 'waiting') return m.servers_waiting()
  if (isDaylight === null) return m.servers_light_unknown()
  return isDaylight ? m.servers_day() : m.servers_night()
}

function NextRestart({ at }: { readonly at: string | null }) {
  const now = useNow()
  const leftMs = at === null || now === null ? 0 : Date.parse(at) - now
  return (
    <Fact
      mark={<Mark name="restart" />}
      name={m.servers_restart()}
      value={leftMs > 0 ? m.servers_restart_in({ duration: formatDuration(leftMs) }) : '–'}
      detail={restartText(at, now)}
    />
  )
}

function restartText(at: string | null, now: number | null): string {
  if (at === null) return m.servers_restart_unknown()
  if (now === null) return m.servers_restart_gmt({ time: formatClock(at, 'UTC') })
  return Date.parse(at) > now
    ? m.servers_restart_at({ time: formatClock(at) })
    : m.servers_restart_unknown()
}

interface FactProps {
  readonly mark: ReactElement
  readonly name: string
  readonly value: string
  readonly detail?: string
}

function Fact({ mark, name, value, detail }: FactProps) {
  return (
    <div className="relative pl-10">
      <dt className="text-sm text-muted">
        {mark}
        <span>{name}</span>
      </dt>
      <dd>
        <span className="block font-display text-xl font-bold">{value}</span>
        {detail !== undefined && <span className="block text-sm text-muted">{detail}</span>}
      </dd>
    </div>
  )
}

/** Icons that only this page needs. */
const Mark = createIcons(
  {
    map: 'M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15',
    sun: 'M9.5 6h5L18 9.5v5L14.5 18h-5L6 14.5v-5zM12 1v2.5M12 20.5V23M1 12h2.5M20.5 12H23M4.2 4.2 6 6M18 18l1.8 1.8M19.8 4.2 18 6M6 18l-1.8 1.8',
    moon: 'M15 3 8 4.5 4 10v5l4 5 6 1.5 5.5-3L14 17l-3-5 1-5z',
    clock: 'M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3zM12 7v5.5l4 2.5',
    restart: 'M4 12V8l4-4h8l4 4v1M20 3v6h-6M20 12v4l-4 4H8l-4-4v-1M4 21v-6h6',
  },
  'absolute top-1 left-0 size-6 text-crystal',
)
