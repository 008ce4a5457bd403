import { useEffect, useId, useState } from 'react'
import { addressOf } from '#contract/endpoint.ts'
import type { EventPayloads } from '#contract/events.ts'
import { exportShop } from '#contract/shop-archive.ts'
import { subscribeToExport } from '#web/app/events.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** The browser alone reads a refusal, as while another export runs: then the button comes back. */
const maxSilenceMs = 60_000

/** All that the shop has, as a file that another one can import. */
export function ExportShop() {
  const titleId = useId()
  const [progress, setProgress] = useState<EventPayloads['export'] | null>(null)
  useEffect(() => subscribeToExport(setProgress), [])
  const isRunning = progress?.state === 'running'
  useEffect(() => {
    if (progress?.state !== 'running') return undefined
    const timer = setTimeout(() => setProgress(null), maxSilenceMs)
    return () => clearTimeout(timer)
  }, [progress])
  return (
    <section aria-labelledby={titleId} className="mt-12 border-t border-line pt-8">
      <h3 id={titleId} className="text-xl">
        {m.admin_export()}
      </h3>
      <p className="mt-1 mb-4 max-w-2xl text-muted">{m.admin_export_lead()}</p>
      {/* It stays while it runs, so that the focus does. */}
      <a
        href={addressOf(exportShop)}
        download
        aria-disabled={isRunning}
        className={buttonClass({ tone: 'secondary', className: 'aria-disabled:opacity-50' })}
        onClick={(event) => {
          if (isRunning) event.preventDefault()
          else setProgress({ state: 'running', percent: 0 })
        }}
      >
        {m.admin_export_button()}
      </a>
      {isRunning && (
        <div className="mt-4 max-w-xl">
          <p id={`${titleId}-state`} className="mb-2 tabular-nums">
            {m.admin_export_running({ percent: formatNumber(progress.percent) })}
          </p>
          <progress
            aria-labelledby={`${titleId}-state`}
            max={100}
            value={progress.percent}
            className="block h-4 w-full appearance-none border border-line-strong bg-ground [&::-moz-progress-bar]:bg-crystal [&::-webkit-progress-bar]:bg-ground [&::-webkit-progress-value]:bg-crystal"
          />
        </div>
      )}
      {progress?.state === 'done' && (
        <Notice live tone="success" title={m.admin_export_done()} className="mt-4 max-w-2xl">
          {m.admin_export_done_text()}
        </Notice>
      )}
      {progress?.state === 'failed' && (
        <Notice live tone="error" title={m.admin_export_failed()} className="mt-4 max-w-2xl">
          {m.admin_export_failed_text()}
        </Notice>
      )}
    </section>
  )
}
