import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { formatMoment } from './admin-formats.ts'
import { reasonText } from './admin-texts.ts'
import { splitReference } from './audit-entries.ts'

const actions: Readonly<Record<string, () => string>> = {
  session_opened: () => m.admin_kr_log_session_opened(),
  session_closed: () => m.admin_kr_log_session_closed(),
  delivery_changed: () => m.admin_kr_log_delivery_changed(),
  donor_listing_changed: () => m.admin_kr_log_donor_listing_changed(),
  payment_assigned: () => m.admin_kr_log_payment_assigned(),
  payment_resolved: () => m.admin_kr_log_payment_resolved(),
  unreadable_answer_resolved: () => m.admin_kr_log_unreadable_resolved(),
  kr_credited: () => m.admin_kr_log_kr_credited(),
  shop_item_added: () => m.admin_kr_log_shop_item_added(),
  shop_item_changed: () => m.admin_kr_log_shop_item_changed(),
  shop_item_deleted: () => m.admin_kr_log_shop_item_deleted(),
  skin_delivery_changed: () => m.admin_kr_log_skin_delivery_changed(),
  team_listing_removed: () => m.admin_team_log_removed(),
  team_listing_put_back: () => m.admin_team_log_put_back(),
  team_listing_reports_handled: () => m.admin_team_log_reports_handled(),
}

/** What an admin did, in words; an action that this page is too old to know by its own name. */
export function actionText(action: string): string {
  return (actions[action] ?? (() => action))()
}

/** Who did it. */
export function actorText(actor: string): string {
  const { kind, id } = splitReference(actor)
  if (kind === 'discord') return m.admin_kr_log_by_discord({ id })
  return kind === 'code' ? m.admin_kr_log_by_code({ session: id }) : actor
}

const kinds: Readonly<Record<string, () => string>> = {
  order: () => m.admin_kr_log_of_order(),
  payment: () => m.admin_kr_log_of_payment(),
  unreadable_answer: () => m.admin_kr_log_of_unreadable_answer(),
  session: () => m.admin_kr_log_of_session(),
  balance: () => m.admin_kr_log_of_balance(),
  shop_item: () => m.admin_kr_log_of_shop_item(),
  skin_purchase: () => m.admin_kr_log_of_skin_purchase(),
  team_listing: () => m.admin_team_log_of(),
}

/** On what kind of thing. */
export function kindText(kind: string): string {
  return (kinds[kind] ?? (() => kind))()
}

interface FieldText {
  readonly label: () => string
  readonly format: (value: unknown) => string
}

const fields: Readonly<Record<string, FieldText>> = {
  expiresAt: { label: m.admin_kr_log_expires_at, format: momentText },
  deliveredAt: { label: m.admin_kr_log_delivered_at, format: momentText },
  resolvedAt: { label: m.admin_kr_log_resolved_at, format: momentText },
  revoked: { label: m.admin_kr_log_revoked, format: yesText },
  orderId: { label: m.admin_order_number, format: plainText },
  reason: { label: m.admin_kr_log_reason, format: (value) => reasonText(plainText(value)) },
  note: { label: m.admin_note, format: plainText },
  balance: { label: m.admin_kr_log_balance, format: krText },
  amount: { label: m.admin_kr_log_amount, format: krText },
  discordUsername: { label: m.admin_shop_discord, format: plainText },
  name: { label: m.admin_shop_name, format: plainText },
  price: { label: m.admin_column_price, format: krText },
  listedBy: { label: m.admin_team_log_listed_by, format: plainText },
  description: { label: m.admin_team_log_description, format: plainText },
  removedAt: { label: m.admin_team_removed_at, format: momentText },
  removalReason: { label: m.admin_kr_log_reason, format: plainText },
  openReports: { label: m.admin_team_log_open_reports, format: plainText },
  image_url: { label: m.admin_shop_picture, format: plainText },
}

export function fieldLabel(field: string): string {
  return fields[field]?.label() ?? field
}

/** A value of a field in the manner of the page's language. */
export function valueText(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return m.admin_kr_log_nothing()
  return (fields[field]?.format ?? plainText)(value)
}

function plainText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function krText(value: unknown): string {
  return typeof value === 'number' ? formatKr(value) : plainText(value)
}

function yesText(value: unknown): string {
  return value === true ? m.admin_kr_log_yes() : m.admin_kr_log_no()
}

function momentText(value: unknown): string {
  const isMoment = typeof value === 'string' && !Number.isNaN(Date.parse(value))
  return isMoment ? formatMoment(value) : plainText(value)
}
