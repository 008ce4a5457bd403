import { useEffect } from 'react'
import type { PlayerHistory } from '#contract/server-status.ts'
import { requestJson } from '#web/api/client.ts'
import { useAnswer, type AnswerControl } from '#web/api/use-answer.ts'
import { LoadFailure } from '#web/components/load-failure.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { isEnough } from '#web/server-status/player-history.ts'
import { Panel } from '#web/ui/panel.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useNow } from '#web/use-now.ts'
import { DayOfPlayers } from './day-of-players.tsx'

const refetchMs = 5 * 60_000
const askHistory = () => requestJson<PlayerHistory>('/api/server-status/history')

/** How many played in the last 24 hours. */
export function PlayerHistoryPanel() {
  const history = useAnswer(askHistory)
  const { askAgain } = history

  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) void askAgain()
    }, refetchMs)
    return () => clearInterval(timer)
  }, [askAgain])

  return (
    <Panel title={m.servers_day_title()}>
      <div className="grid min-h-96 grid-cols-[minmax(0,1fr)] content-center">
        <History history={history} />
      </div>
    </Panel>
  )
}

function History({ history }: { readonly history: AnswerControl<PlayerHistory> }) {
  const { state, isAsking, askAgain } = history
  const now = useNow()
  if (state.status === 'failed') {
    return (
      <LoadFailure
        title={m.servers_day_failed_title()}
        text={m.servers_day_failed_text()}
        offlineText={m.servers_day_failed_offline()}
        isAsking={isAsking}
        onRetry={askAgain}
      />
    )
  }
  if (state.status === 'waiting' || now === null) {
    return (
      <>
        <p className="sr-only">{m.servers_day_loading()}</p>
        <Skeleton className="h-96" />
      </>
    )
  }
  if (!isEnough(state.value)) return <NotYet />
  return <DayOfPlayers history={state.value} nowMs={now} />
}

function NotYet() {
  return (
    <div className="grid justify-items-center gap-4 text-center">
      <svg
        viewBox="0 0 320 120"
        aria-hidden="true"
        fill="none"
        className="w-full max-w-96 stroke-line-strong"
      >
        <path className="stroke-line" d="M0 30h320M0 60h320M0 90h320" />
        <path d="M0 119h320M1 0v119" />
        <path
          strokeDasharray="4 6"
          d="M8 96h24V84h30v-20h26V44h34v-12h38v18h30v24h34v-14h40v28h48"
        />
        <path className="fill-crystal stroke-none" d="m312 82 6 6-6 6-6-6z" />
      </svg>
      <p className="font-display text-lg font-semibold">{m.servers_day_empty_title()}</p>
      <p className="max-w-md text-muted">{m.servers_day_empty_text()}</p>
    </div>
  )
}
