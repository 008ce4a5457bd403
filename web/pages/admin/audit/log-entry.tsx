import type { ReactNode } from 'react'
import type { AuditEntryView } from '#contract/admin-kryptonite.ts'
import {
  krAddress,
  noFilters,
  ordersAddress,
  skinsAddress,
  teamAddress,
} from '#web/admin/admin-address.ts'
import {
  auditChanges,
  describeSubject,
  splitReference,
  type AuditChange,
} from '#web/admin/audit-entries.ts'
import { actionText, actorText, fieldLabel, kindText, valueText } from '#web/admin/audit-texts.ts'
import { Link } from '#web/components/link.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Moment } from '#web/pages/admin/orders/order-parts.tsx'
import { KrText } from '#web/ui/kr-text.tsx'

/** One thing that an admin did: what, on what, from what to what, who and when. */
export function LogEntry({ entry }: { readonly entry: AuditEntryView }) {
  const changes = auditChanges(entry)
  return (
    <div className="grid gap-x-8 gap-y-2 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0">
        <p className="font-display font-semibold">
          <KrText>{actionText(entry.action)}</KrText>
        </p>
        <Subject entry={entry} />
      </div>
      <dl className="grid content-start gap-1">
        {changes.map((change) => (
          <Change key={change.field} change={change} />
        ))}
      </dl>
      <div className="text-sm text-muted lg:text-right">
        <p>
          <Moment iso={entry.at} />
        </p>
        <p className="wrap-anywhere">{actorText(entry.actor)}</p>
      </div>
    </div>
  )
}

function Subject({ entry }: { readonly entry: AuditEntryView }) {
  const { kind, id } = splitReference(entry.subject)
  const { name, steamId } = describeSubject(entry)
  const address = addressOf(kind, id, steamId)
  const text = <span className="font-mono text-[0.8125rem] wrap-anywhere">{id}</span>
  return (
    <p className="text-sm text-muted">
      {kindText(kind)} {name !== null && <span className="text-ink wrap-anywhere">{name} </span>}
      {address === null ? (
        text
      ) : (
        <Link
          href={address}
          className="inline-flex min-h-11 items-center underline underline-offset-4 hover:text-crystal"
        >
          {text}
        </Link>
      )}
    </p>
  )
}

/** Where the thing can be looked at. */
function addressOf(kind: string, id: string, steamId: string | null): string | null {
  if (kind === 'order') return ordersAddress({ ...noFilters, search: id })
  if (kind === 'balance') return krAddress({ list: 'transactions', search: id, type: null })
  if (kind === 'skin_purchase' && steamId !== null) {
    return skinsAddress({ search: steamId, toDeliver: false })
  }
  if (kind === 'team_listing') return teamAddress({ search: id, shown: 'live' })
  return null
}

function Change({ change }: { readonly change: AuditChange }) {
  const { field } = change
  const isChange = 'from' in change && 'to' in change
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{m.admin_kr_log_field({ field: fieldLabel(field) })}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        {'from' in change && (
          <Former isReplaced={isChange}>
            <Value field={field} value={change.from} />
          </Former>
        )}
        {isChange && <span aria-hidden="true">→</span>}
        {'to' in change && (
          <ins className="font-semibold no-underline">
            <Value field={field} value={change.to} />
          </ins>
        )}
      </dd>
    </div>
  )
}

/** What was; struck out where something else took its place. */
function Former({ isReplaced, children }: FormerProps) {
  return isReplaced ? <del className="text-muted">{children}</del> : children
}

interface FormerProps {
  readonly isReplaced: boolean
  readonly children: ReactNode
}

function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (field === 'image_url' && typeof value === 'string' && value.startsWith('/images/')) {
    return (
      <img
        src={value}
        alt={m.admin_shop_picture()}
        loading="lazy"
        className="inline-block size-14 bg-water object-contain"
      />
    )
  }
  return <span className="wrap-anywhere">{valueText(field, value)}</span>
}
