import { m } from '#web/i18n/paraglide/messages.js'

interface PlayerBarProps {
  readonly players: number
  readonly maxPlayers: number
  /** Whether the numbers were ever told. */
  readonly isKnown: boolean
  /** The same for who cannot see the bar. */
  readonly text: string
}

/** How full the server is. Drawn with attributes: the content security policy allows no styles. */
export function PlayerBar({ players, maxPlayers, isKnown, text }: PlayerBarProps) {
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
