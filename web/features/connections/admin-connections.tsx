import { useState } from 'react'
import { listConnections, testConnection, type ConnectionView } from '#contract/connections.ts'
import { describeFinding, mayPass, providerNames } from '#domain/connection-faults.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { staffTexts } from '#web/admin-kit/staff-texts.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminAction, useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import { Moment } from '#web/admin-kit/values.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice, type MessageTone } from '#web/ui/notice.tsx'

/** What the shop is connected to, what the last test of each found, and a button for another one. */
export function ConnectionsSection() {
  return (
    <LoadedSection
      title={m.admin_connections()}
      lead={m.admin_connections_lead()}
      loaded={useAdminQuery(listConnections)}
      skeletons={<Skeleton className="h-96" />}
    >
      {(connections) => (
        <ul className="grid items-start gap-4 lg:grid-cols-2">
          {connections.map((connection) => (
            <li key={connection.name} className="cut cut-size-20 p-5 sm:p-6">
              <Connection connection={connection} />
            </li>
          ))}
        </ul>
      )}
    </LoadedSection>
  )
}

// A test takes ten seconds at most.
const testTimeoutMs = 30_000

interface ConnectionProps {
  readonly connection: ConnectionView
}

function Connection({ connection: listed }: ConnectionProps) {
  const testing = useAdminAction(m.admin_connection_test_failed)
  const [tested, setTested] = useState<ConnectionView | null>(null)
  // Another test may have ended since, in another process.
  const isNewest = tested !== null && (tested.testedAt ?? '') >= (listed.testedAt ?? '')
  const connection = isNewest ? tested : listed
  const { name, configured, testedAt } = connection
  const { label, tone } = stateOf(connection)
  const shownName = m.admin_connection_name({ name, brand: providerNames[name] })
  const test = async (): Promise<void> => {
    const answer = await adminCall(testConnection, { params: { name }, timeoutMs: testTimeoutMs })
    setTested(answer.find((one) => one.name === name) ?? null)
    refreshFigures(listConnections)
  }
  return (
    <article aria-label={shownName} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="flex items-start justify-between gap-x-4">
        <h3 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1.5 font-display text-lg font-semibold">
          <span>{shownName}</span>
          <Badge tone={tone}>{label()}</Badge>
        </h3>
        {configured && (
          <Button
            tone="secondary"
            className="shrink-0"
            pending={testing.isPending}
            pendingLabel={m.admin_connection_testing()}
            aria-label={m.admin_connection_test_label({ name: shownName })}
            onClick={() => testing.run(test)}
          >
            {m.admin_connection_test()}
          </Button>
        )}
      </div>
      {configured && <Times connection={connection} />}
      {shownFindings(connection).map((finding) =>
        // That all is in order says the badge, and a test that somebody has asked for.
        finding.code === 'ready' && (!isNewest || connection.findings.length > 1) ? null : (
          <FindingNotice
            key={`${testedAt} ${finding.code}`}
            connection={connection}
            finding={finding}
            isNew={isNewest}
          />
        ),
      )}
    </article>
  )
}

/** With a fault that lasts since a real call has met it. */
function shownFindings({ findings, lastFault }: ConnectionView): ConnectionView['findings'] {
  if (lastFault?.clearedAt !== null) return findings
  const { code, detail } = lastFault
  if (findings.some((finding) => finding.code === code)) return findings
  return [{ level: 'fault', code, detail }, ...findings.filter((one) => one.code !== 'ready')]
}

/** A problem is what lasts, as on Today: what got no answer is tested again soon. */
function stateOf(connection: ConnectionView): StateText {
  if (!connection.configured) return { label: m.admin_connection_none, tone: 'neutral' }
  if (connection.ok === null) return { label: m.admin_connection_untested, tone: 'neutral' }
  const found = new Set(shownFindings(connection).map(toneOf))
  if (found.has('error')) return { label: m.admin_connection_fault, tone: 'loss' }
  return found.has('warning')
    ? { label: m.admin_connection_warning, tone: 'amber' }
    : { label: m.admin_connection_ok, tone: 'crystal' }
}

function Times({ connection }: ConnectionProps) {
  const { name, testedAt, lastOkAt, lastWebhookAt, lastFault } = connection
  const hasWebhooks = name === 'paypal' || name === 'stripe'
  return (
    <dl className="grid gap-1 text-sm text-muted">
      <Time label={m.admin_connection_tested()} iso={testedAt} />
      {lastOkAt !== testedAt && <Time label={m.admin_connection_last_ok()} iso={lastOkAt} />}
      {hasWebhooks && <Time label={m.admin_connection_last_webhook()} iso={lastWebhookAt} />}
      {lastFault?.clearedAt && (
        <Time label={m.admin_connection_last_fault()} iso={lastFault.lastAt}>
          {describeFinding(staffTexts(), name, lastFault.code).title}
        </Time>
      )}
    </dl>
  )
}

interface TimeProps {
  readonly label: string
  readonly iso: string | null
  readonly children?: string
}

function Time({ label, iso, children }: TimeProps) {
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt>{label}</dt>
      <dd className="text-ink">
        {iso === null ? <span>{m.admin_connection_never()}</span> : <Moment iso={iso} />}
        {children && <span className="block text-muted">{children}</span>}
      </dd>
    </div>
  )
}

function toneOf(finding: ConnectionView['findings'][number]): MessageTone {
  if (finding.level === 'ok') return 'success'
  return finding.level === 'warning' || mayPass(finding) ? 'warning' : 'error'
}

interface FindingProps extends ConnectionProps {
  readonly finding: ConnectionView['findings'][number]
  readonly isNew: boolean
}

/** What a test has found, and what to do about it. */
function FindingNotice({ connection: { name }, finding, isNew }: FindingProps) {
  const { code, detail } = finding
  const { title, action } = describeFinding(staffTexts(), name, code)
  return (
    <Notice live={isNew} tone={toneOf(finding)} title={title}>
      {action && <p>{action}</p>}
      {detail && (
        <p className="mt-1 text-[0.8125rem] wrap-anywhere">
          {finding.level !== 'ok' && <span>{m.admin_connection_reason()} </span>}
          <span lang="en" translate="no" className="font-mono">
            {detail}
          </span>
        </p>
      )}
    </Notice>
  )
}
