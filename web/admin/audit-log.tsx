import { placeOfText } from '#contract/documents.ts'
import { listAudit, type AuditEntryView } from '#contract/staff.ts'
import { isSteamId64 } from '#domain/steam-id64.ts'
import {
  logAddress,
  ordersAddress,
  playersAddress,
  readLogFilters,
  sectionAddress,
  siteAddress,
  sectionsOf,
  teamAddress,
  type AdminSection,
} from '#web/admin-kit/address.ts'
import { useRole } from '#web/admin-kit/session.ts'
import { ListSection } from '#web/admin-kit/section-parts.tsx'
import { usePagedList } from '#web/admin-kit/use-admin-data.ts'
import {
  actorText,
  formatMoment,
  Moment,
  PlayerLink,
  splitReference,
} from '#web/admin-kit/values.tsx'
import { Link } from '#web/app/links.tsx'
import { useAddressFilters } from '#web/app/navigation.ts'
import { loggedOffer, offerName } from '#web/features/offers/admin-offer-texts.ts'
import { orderNumber } from '#web/features/orders/paid-message.ts'
import {
  adapterLabel,
  importLabel,
  loggedComparisonText,
  loggedPerksText,
  loggedTermText,
  sourceLabels,
} from '#web/features/perks/admin-perk-texts.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { formatKr, ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { KrText } from '#web/ui/labels.tsx'
import { reasonText } from './payment-texts.ts'

export function LogSection() {
  const [filters, change] = useAddressFilters(readLogFilters, logAddress)
  const list = usePagedList(listAudit, filters, ({ entries }) => entries)
  return (
    <ListSection
      title={m.admin_kr_log()}
      lead={m.admin_kr_log_lead()}
      list={list}
      filters={filters}
      onFilter={change}
      searchHint={m.admin_kr_log_search()}
      none={m.admin_kr_log_none()}
    >
      {(entry) => <LogEntry entry={entry} />}
    </ListSection>
  )
}

/** One action: its kind, subject, changes, actor and time. */
function LogEntry({ entry }: { readonly entry: AuditEntryView }) {
  const isOffer = splitReference(entry.subject).kind === 'offer'
  const { before, after } = entry
  const changes = auditChanges(
    isOffer ? { before: loggedOffer(before), after: loggedOffer(after) } : entry,
  )
  return (
    <div className="grid gap-x-8 gap-y-2 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)_minmax(0,16rem)]">
      <div className="min-w-0">
        <p className="font-display font-semibold">
          <KrText>{m.admin_log_action({ action: entry.action })}</KrText>
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
        <p className="wrap-anywhere">{actorText(entry)}</p>
      </div>
    </div>
  )
}

function Subject({ entry }: { readonly entry: AuditEntryView }) {
  const { kind, id } = splitReference(entry.subject)
  const { name, steamId } = describeSubject(entry)
  const role = useRole()
  const section = subjectSections[kind]
  const maySee = role !== null && section !== undefined && sectionsOf(role).includes(section)
  const address = maySee ? addressOf(kind, id, steamId) : null
  const shown = [name, shownId(kind, id, entry)].filter((part) => part !== null).join(' ')
  const text = (
    <span translate="no" className="text-ink wrap-anywhere">
      {shown}
    </span>
  )
  return (
    <p className="text-sm text-muted">
      <span>{m.admin_log_kind({ kind })}</span>{' '}
      {address === null || shown === '' ? (
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

/** The number by which people know a subject; null for one that only programs read. */
export function shownId(
  kind: string,
  id: string,
  entry: Pick<AuditEntryView, 'before' | 'after'>,
): string | null {
  const { name, steamId } = describeSubject(entry)
  if (kind === 'order') return orderNumber({ id })
  if (kind === 'perk' || kind === 'skin_purchase') return steamId
  if (kind === 'perk_adapter') return adapterLabel(id)
  if (kind === 'edit') return editText(id)
  if (kind === 'offer') return offerName(entry)
  if (kind === 'shop_item' || kind === 'team_listing') return name === null ? id : null
  return unreadableIds.has(kind) ? null : id
}

/** A section, `site/prices`, or a text, `documents/news/opening/fr`. */
function editText(name: string): string {
  const place = placeOfText(name)
  if (!place) return m.admin_log_section({ section: name.replace('site/', '') })
  const { kind, slug, language } = place
  return [m.admin_documents_kinds({ kind }), slug, ownNames[language]].join(' · ')
}

const unreadableIds: ReadonlySet<string> = new Set([
  'access_code',
  'session',
  'perk_batch',
  'deletion',
  'demo_data',
  'export',
])

const subjectSections: Readonly<Record<string, AdminSection>> = {
  order: 'orders',
  balance: 'players',
  player: 'players',
  skin_purchase: 'players',
  perk: 'players',
  edit: 'site',
  team_listing: 'team',
  offer: 'offers',
}

function addressOf(kind: string, id: string, steamId: string | null): string | null {
  if (kind === 'order') return ordersAddress({ search: id })
  if (kind === 'balance' || kind === 'player') return playersAddress({ steamId: id })
  if (kind === 'skin_purchase' || kind === 'perk') {
    return steamId === null ? null : playersAddress({ steamId })
  }
  if (kind === 'edit') {
    const place = placeOfText(id)
    if (place) return siteAddress({ list: 'documents', ...place })
    return id === 'site/notices' ? siteAddress({ list: 'notices' }) : null
  }
  if (kind === 'team_listing') return teamAddress({ search: id, shown: 'live' })
  if (kind === 'offer') return sectionAddress('offers')
  return null
}

function Change({ change }: { readonly change: AuditChange }) {
  const { field } = change
  const label = fieldTexts[field]?.label() ?? field
  const isChange = 'from' in change && 'to' in change
  const old = 'from' in change && <Value field={field} value={change.from} />
  return (
    <div className="flex flex-wrap gap-x-2">
      <dt className="text-muted">{m.admin_kr_log_field({ field: label })}</dt>
      <dd className="flex min-w-0 flex-wrap items-center gap-x-2">
        {isChange ? <del className="text-muted">{old}</del> : old}
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

function Value({ field, value }: { readonly field: string; readonly value: unknown }) {
  if (field === 'image_url' && typeof value === 'string' && value.startsWith('/images/')) {
    return (
      <img
        src={value}
        alt={m.picture()}
        loading="lazy"
        className="inline-block size-14 bg-water object-contain"
      />
    )
  }
  if (typeof value === 'string' && isSteamId64(value)) {
    return <PlayerLink to={{ steamId: value }}>{value}</PlayerLink>
  }
  return <span className="wrap-anywhere">{valueText(field, value)}</span>
}

interface FieldText {
  readonly label: () => string
  readonly format: (value: unknown) => string
}

// A field that this page does not know is shown by its own name.
const fieldTexts: Readonly<Record<string, FieldText>> = {
  given: { label: m.admin_offer_log_gives, format: plainText },
  code: { label: m.code_label, format: plainText },
  offered: { label: m.admin_offer_products, format: plainText },
  startsAt: { label: m.admin_offer_from, format: momentText },
  endsAt: { label: m.admin_offer_until, format: momentText },
  limit: { label: m.admin_offer_limit_label, format: plainText },
  perPlayer: { label: m.admin_offer_per_player_label, format: plainText },
  offerNote: { label: m.admin_offer_note, format: plainText },
  orders: { label: m.admin_kr_log_orders, format: plainText },
  packs: { label: m.admin_kr_log_packs, format: plainText },
  listings: { label: m.admin_kr_log_listings, format: plainText },
  account: { label: m.admin_kr_log_account, format: yesText },
  expiresAt: { label: m.admin_kr_log_expires_at, format: momentText },
  deliveredAt: { label: m.admin_kr_log_delivered_at, format: momentText },
  role: { label: m.admin_people_role, format: (role) => m.admin_role({ role: plainText(role) }) },
  enabled: { label: () => m.admin_log_kind({ kind: 'access_code' }), format: yesText },
  state: { label: m.admin_column_status, format: taskStateText },
  until: { label: m.ban_until, format: momentText },
  bannedFrom: {
    label: m.ban_from,
    format: (value) => m.ban_places({ places: plainText(value) }),
  },
  stopPerks: { label: m.ban_stop_perks, format: yesText },
  resolvedAt: { label: m.admin_kr_log_resolved_at, format: momentText },
  revoked: { label: m.admin_kr_log_revoked, format: yesText },
  orderId: {
    label: m.admin_order_number,
    format: (value) => orderNumber({ id: plainText(value) }),
  },
  reason: { label: m.admin_kr_log_reason, format: reasonOf },
  steamId: { label: m.admin_steam_id, format: plainText },
  perk: { label: m.admin_perks_which_one, format: (value) => perkName(plainText(value)) },
  perks: { label: m.admin_perks_which, format: orPlain(loggedPerksText) },
  term: { label: m.admin_perks_term, format: orPlain(loggedTermText) },
  color: { label: m.color, format: plainText },
  from: { label: m.admin_perks_transfer_from, format: plainText },
  to: { label: m.admin_perks_transfer_to, format: plainText },
  grants: { label: m.admin_perks_log_moved, format: plainText },
  kind: { label: () => m.admin_log_kind({ kind: 'perk_batch' }), format: batchText },
  source: { label: m.admin_perks_log_source, format: (value) => importLabel(plainText(value)) },
  refused: { label: m.admin_perks_log_refused, format: plainText },
  dryRun: { label: m.admin_perks_log_comparison, format: orPlain(loggedComparisonText) },
  replacedAt: { label: m.admin_perks_version_replaced, format: momentText },
  delivered: { label: m.admin_perks_handed_over, format: yesText },
  hours: { label: m.admin_perks_hours, format: plainText },
  players: { label: m.admin_perks_players, format: plainText },
  accepted: { label: m.admin_perks_log_lines, format: plainText },
  note: { label: m.admin_note, format: plainText },
  author: {
    label: m.admin_player_note_author,
    format: (value) => actorText({ actor: plainText(value), actorName: null }),
  },
  balance: { label: m.admin_kr_log_balance, format: krText },
  amount: { label: m.admin_kr_log_amount, format: krText },
  discordUsername: { label: m.admin_discord, format: plainText },
  name: { label: m.admin_shop_name, format: plainText },
  itemName: { label: () => m.admin_log_kind({ kind: 'shop_item' }), format: plainText },
  price: { label: m.admin_column_price, format: krText },
  stock: { label: m.admin_shop_stock, format: plainText },
  hidden: { label: m.admin_shop_hidden, format: yesText },
  position: { label: m.admin_shop_position, format: plainText },
  listedBy: { label: m.admin_team_log_listed_by, format: plainText },
  description: { label: m.admin_team_log_description, format: plainText },
  removedAt: { label: m.admin_team_removed_at, format: momentText },
  removalReason: { label: m.admin_kr_log_reason, format: plainText },
  openReports: { label: m.admin_team_log_open_reports, format: plainText },
  image_url: { label: m.picture, format: plainText },
}

export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return m.admin_kr_log_nothing()
  return (fieldTexts[field]?.format ?? plainText)(value)
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** As `format` reads it, or as it was logged. */
function orPlain(format: (value: unknown) => string | null): FieldText['format'] {
  return (value) => format(value) ?? plainText(value)
}

function batchText(value: unknown): string {
  return value === 'compensation' || value === 'import' ? sourceLabels[value]() : plainText(value)
}

/** A code of a payment, or what the staff wrote. */
function reasonOf(value: unknown): string {
  const text = plainText(value)
  return reasonText(text) ?? text
}

function krText(value: unknown): string {
  return typeof value === 'number' ? formatKr(value) : plainText(value)
}

function yesText(value: unknown): string {
  return value === true ? m.admin_kr_log_yes() : m.admin_kr_log_no()
}

function taskStateText(value: unknown): string {
  if (value === 'open') return m.admin_task_open()
  return value === 'in_progress' ? m.admin_task_in_progress() : plainText(value)
}

function momentText(value: unknown): string {
  const isMoment = typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return isMoment ? formatMoment(value) : plainText(value)
}

interface AuditChange {
  readonly field: string
  /** Absent if the field did not exist. */
  readonly from?: unknown
  readonly to?: unknown
}

/** Only programs read these. */
const hiddenFields: ReadonlySet<string> = new Set(['noteId', 'messageId', 'version', 'sha256'])

export function auditChanges({
  before,
  after,
}: Pick<AuditEntryView, 'before' | 'after'>): readonly AuditChange[] {
  const old = toFields(before)
  const now = toFields(after)
  const fields = [...new Set([...Object.keys(now), ...Object.keys(old)])].filter(
    (field) => !hiddenFields.has(field),
  )
  return fields.flatMap((field) => {
    const change = {
      field,
      ...(field in old && { from: old[field] }),
      ...(field in now && { to: now[field] }),
    }
    const isSame = field in old && JSON.stringify(old[field]) === JSON.stringify(now[field])
    return isSame ? [] : [change]
  })
}

/** The name and the player of a subject, if they were logged, as they were before the change. */
export function describeSubject({ before, after }: Pick<AuditEntryView, 'before' | 'after'>) {
  const { name, itemName, listedBy, steamId } = { ...toFields(after), ...toFields(before) }
  return {
    name: toText(name) ?? toText(itemName) ?? toText(listedBy),
    steamId: toText(steamId),
  }
}

function toText(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
