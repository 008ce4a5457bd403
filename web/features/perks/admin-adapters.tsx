import { useRef, useState } from 'react'
import {
  enableAdapter,
  listAdapters,
  listFileVersions,
  restoreFileVersion,
  type AdapterCheck,
  type AdapterView,
  type FileVersion,
} from '#contract/admin-perks.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall, useMayDo } from '#web/admin-kit/session.ts'
import {
  refreshFigures,
  useAdminAction,
  useAdminQuery,
  useLiveRefresh,
} from '#web/admin-kit/use-admin-data.ts'
import { formatMoment, Moment } from '#web/admin-kit/values.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { checkAdapter, FaultBox, refreshPerks } from './admin-perk-parts.tsx'
import { adapterLabel, adapterState, faultText, noteText } from './admin-perk-texts.ts'

/** How perks reach the game: each way with its state, and what to do about it. */
export function AdaptersView() {
  const adapters = useAdminQuery(listAdapters)
  const reload = () => {
    adapters.reload()
    refreshFigures(listFileVersions)
  }
  useLiveRefresh(adapters.refresh, afterComparison)
  return (
    <LoadedSection
      level={3}
      title={m.admin_perks_adapters()}
      lead={m.admin_perks_adapters_lead()}
      loaded={{ ...adapters, reload }}
      skeletons={<Skeleton className="h-40" />}
    >
      {(value) => (
        <>
          {value.length === 0 && (
            <Notice title={m.admin_perks_adapters_none()}>
              {m.admin_perks_adapters_none_text()}
            </Notice>
          )}
          <ul aria-label={m.admin_perks_adapters()} className="grid gap-4">
            {value.map((adapter) => (
              <li key={adapter.name} className="cut cut-size-20 p-5 sm:p-6">
                <Adapter adapter={adapter} />
              </li>
            ))}
          </ul>
        </>
      )}
    </LoadedSection>
  )
}

/** Reading a comparison that is old makes the server compare again, which takes it a moment. */
function afterComparison(listener: () => void) {
  const timer = setTimeout(listener, 2000)
  return () => clearTimeout(timer)
}

interface AdapterProps {
  readonly adapter: AdapterView
}

interface Checked {
  readonly check: AdapterCheck
  /** The last run before it. */
  readonly lastRunAt: string | null
}

function Adapter({ adapter }: AdapterProps) {
  const { name, enabled, reason, detail, lastRunAt, dryRun, notes } = adapter
  const mayChange = useMayDo('adapters')
  const [checked, setChecked] = useState<Checked | null>(null)
  const checking = useAdminAction(m.admin_perks_check_failed)
  const article = useRef<HTMLElement>(null)
  const names = { name: adapterLabel(name) }
  // A check changes nothing: a run after it may find what it could not, such as a full disk.
  const isOutdated = checked?.lastRunAt !== lastRunAt && checked?.check.reason !== reason
  const check = isOutdated ? null : checked?.check
  const { label, tone } = adapterState({ enabled, state: (check ?? adapter).state })
  return (
    <article
      ref={article}
      tabIndex={-1}
      aria-label={names.name}
      className="grid grid-cols-[minmax(0,1fr)] gap-4"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <h4 className="flex flex-wrap items-center gap-x-3 gap-y-1.5 font-display text-lg font-semibold">
            <span>{names.name}</span>
            <Badge tone={tone}>{label()}</Badge>
          </h4>
          <p className="mt-1 text-sm text-muted">
            {lastRunAt === null ? (
              m.admin_perks_never_run()
            ) : (
              <span>
                {m.admin_perks_last_run()} <Moment iso={lastRunAt} />
              </span>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-3 pr-3">
          <AskButton
            isOffered={mayChange && !enabled && dryRun !== null}
            owner={article}
            label={m.admin_perks_enable()}
            name={m.admin_perks_enable_label(names)}
            title={m.admin_perks_enable_question(names)}
            failureTitle={m.admin_perks_enable_failed()}
            pending={m.admin_perks_enabling()}
            send={() => adminCall(enableAdapter, { params: { name } })}
            refresh={refreshPerks}
            done={m.admin_perks_enabled(names)}
          >
            {dryRun &&
              m.admin_perks_enable_text({
                adds: formatNumber(dryRun.adds.length),
                removes: formatNumber(dryRun.removes.length),
                foreign: formatNumber(dryRun.foreign.length),
              })}
          </AskButton>
          {mayChange && (
            <Button
              tone="secondary"
              pending={checking.isPending}
              pendingLabel={m.admin_perks_checking()}
              aria-label={m.admin_perks_check_label(names)}
              onClick={() =>
                checking.run(async () => setChecked({ check: await checkAdapter(name), lastRunAt }))
              }
            >
              {m.admin_perks_check()}
            </Button>
          )}
        </div>
      </div>
      {reason !== null && !check && (
        <FaultBox code={reason} detail={detail} isForOwner={adapter.state === 'needs_owner'} />
      )}
      {check && <CheckResult check={check} />}
      {notes.length > 0 && (
        <Notice tone="warning" title={m.admin_perks_notes_title()}>
          <Notes notes={notes} />
        </Notice>
      )}
      {!enabled && reason === null && <DryRun dryRun={dryRun} />}
      {name === 'priority-file' && mayChange && <FileVersions />}
    </article>
  )
}

function CheckResult({ check }: { readonly check: AdapterCheck }) {
  const { state, reason, detail } = check
  const isReady = state === 'ready'
  return (
    <Notice
      live
      tone={isReady ? 'success' : state === 'retrying' ? 'warning' : 'error'}
      title={isReady ? m.admin_perks_check_ready() : m.admin_perks_check_fault()}
    >
      {reason !== null && <p>{faultText(reason)}</p>}
      {detail !== null && (
        <p lang="en" className="mt-1 font-mono text-[0.8125rem] wrap-anywhere">
          {detail}
        </p>
      )}
      {isReady && <p>{m.admin_perks_check_ready_text()}</p>}
      <Notes notes={check.notes} />
    </Notice>
  )
}

function Notes({ notes }: Pick<AdapterView, 'notes'>) {
  if (notes.length === 0) return null
  return (
    <ul className="mt-2 list-disc space-y-1 pl-5">
      {notes.map((note) => (
        <li key={`${note.code} ${note.detail}`} className="wrap-anywhere">
          {noteText(note)}
        </li>
      ))}
    </ul>
  )
}

/** What an adapter would change that is not switched on yet. */
function DryRun({ dryRun }: Pick<AdapterView, 'dryRun'>) {
  if (dryRun === null) return <p className="text-muted">{m.admin_perks_dry_run_none()}</p>
  const parts = [
    { id: 'adds', label: m.admin_perks_adds(), entries: dryRun.adds },
    { id: 'keeps', label: m.admin_perks_keeps(), entries: dryRun.keeps },
    { id: 'removes', label: m.admin_perks_removes(), entries: dryRun.removes },
    { id: 'foreign', label: m.admin_perks_unmanaged(), entries: dryRun.foreign },
  ]
  return (
    <div>
      <p className="mb-3 max-w-2xl text-muted">{m.admin_perks_dry_run_text()}</p>
      <dl className="grid gap-px border border-line bg-line sm:grid-cols-2 xl:grid-cols-4">
        {parts.map(({ id, label, entries }) => (
          <div key={id} className="min-w-0 bg-surface p-4">
            <dt className="text-sm text-muted">{label}</dt>
            <dd>
              <span className="font-display text-2xl font-bold tabular-nums">
                {formatNumber(entries.length)}
              </span>
              {entries.length > 0 && (
                <Disclosure title={m.admin_perks_show_list({ list: label })}>
                  <ScrolledLines label={label} lines={entries} />
                </Disclosure>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

interface ScrolledLinesProps {
  readonly label: string
  readonly lines: readonly string[]
}

/** Many lines as one text, because thousands of elements would be slow. */
function ScrolledLines({ label, lines }: ScrolledLinesProps) {
  return (
    <section
      aria-label={label}
      // It scrolls, so it must be focusable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      translate="no"
      className="max-h-60 overflow-y-auto font-mono text-[0.8125rem] wrap-anywhere whitespace-pre-line"
    >
      {lines.join('\n')}
    </section>
  )
}

const ofFile = { name: 'priority-file' } as const

function FileVersions() {
  const { value, failure } = useAdminQuery(listFileVersions, { params: ofFile })
  if (failure) return <p className="text-sm text-muted">{m.admin_perks_versions_failed()}</p>
  if (value === null || value.length === 0) return null
  return (
    <Disclosure title={m.admin_perks_versions({ count: value.length })}>
      <p className="mb-3 max-w-2xl">{m.admin_perks_versions_text()}</p>
      <ul>
        {value.map((version) => (
          <FileVersionRow key={version.id} version={version} />
        ))}
      </ul>
    </Disclosure>
  )
}

function FileVersionRow({ version }: { readonly version: FileVersion }) {
  const { id, replacedAt, entries, sha256 } = version
  const row = useRef<HTMLLIElement>(null)
  const names = { at: formatMoment(replacedAt), version: sha256.slice(0, 12) }
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-t border-line py-2"
    >
      <span className="min-w-0">
        <span className="block text-base text-ink">
          {m.admin_perks_version_replaced()} <Moment iso={replacedAt} />
        </span>
        <span>{`${m.admin_perks_ids({ count: entries })} ·`}</span>{' '}
        <span translate="no" className="font-mono text-[0.8125rem]" title={sha256}>
          {names.version}
        </span>
      </span>
      <AskButton
        tone="secondary"
        isOffered
        owner={row}
        label={m.admin_perks_restore()}
        name={m.admin_perks_restore_label(names)}
        title={m.admin_perks_restore_question()}
        failureTitle={m.admin_perks_restore_failed()}
        pending={m.admin_perks_putting_back()}
        send={() => adminCall(restoreFileVersion, { params: { ...ofFile, id } })}
        refresh={refreshPerks}
        done={m.admin_perks_restore_done()}
      >
        {m.admin_perks_restore_text(names)}
      </AskButton>
    </li>
  )
}
