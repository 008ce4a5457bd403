import { useSyncExternalStore, type ComponentProps } from 'react'
import { useLocation } from 'wouter'
import type * as contract from '#contract/perks.ts'
import { isSold } from '#domain/products.ts'
import { localText } from '#web/app/browser-storage.ts'
import { ButtonLink, TextLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { productPath } from '#web/features/products/sold-products.ts'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CloseMark } from '#web/ui/marks.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { perkName, productOfPerk } from './perk-products.ts'
import { remindersQuery } from './perks-api.ts'
import type { PerkReminders } from './perk-reminders.tsx'

type Reminder = contract.PerkReminders['reminders'][number]

/** The reminders that were closed in this browser. */
const storedClosed = localText('closedReminders')

/** A notice for each perk that ends soon or has just ended, until it is closed. */
export default function ReminderNotices({ most, className }: ComponentProps<typeof PerkReminders>) {
  const { data } = useServerData(remindersQuery)
  const closed = useSyncExternalStore(storedClosed.subscribe, storedClosed.read, () => null)
  const reminders = data?.reminders ?? []
  const closedKeys = new Set((closed ?? '').split(' '))
  const open = reminders.filter((reminder) => !closedKeys.has(keyOf(reminder)))
  const [address] = useLocation()
  const answers = address === paths.orders() ? 0 : (data?.answers ?? 0)
  if (open.length === 0 && answers === 0) return null
  const isShort = most !== undefined

  function close(reminder: Reminder): void {
    // Without those that nobody is reminded of any more.
    const known = reminders.map(keyOf).filter((key) => closedKeys.has(key))
    storedClosed.write([...known, keyOf(reminder)].join(' '))
    // The pressed button is gone.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }

  return (
    <ul aria-label={m.reminders_title()} className={classNames('grid gap-3', className)}>
      {answers > 0 && (
        <li className={classNames(isShort && 'w-fit max-w-full')}>
          <AnswersNotice isShort={isShort} />
        </li>
      )}
      {open.slice(0, most).map((reminder) => (
        <li key={keyOf(reminder)} className={classNames('relative', isShort && 'w-fit max-w-full')}>
          <ReminderNotice reminder={reminder} isShort={isShort} />
          <Button
            tone="quiet"
            size="square"
            aria-label={m.reminder_close({ perk: perkName(reminder.perk) })}
            onClick={() => close(reminder)}
            className="absolute top-1.5 right-1.5"
          >
            <CloseMark className="size-5" />
          </Button>
        </li>
      ))}
    </ul>
  )
}

function keyOf({ steamId, perk, endsAt, kind }: Reminder): string {
  return [steamId, perk, endsAt, kind].join(',')
}

/** The staff wrote about an order. */
function AnswersNotice({ isShort }: { readonly isShort: boolean }) {
  if (isShort) {
    return (
      <p className={classNames(shortNotice, 'pr-4')}>
        <span className="font-display font-semibold">{m.reminder_answer_title()}</span>
        <TextLink href={paths.orders()}>{m.reminder_answer_link()}</TextLink>
      </p>
    )
  }
  return (
    <Notice
      tone="info"
      title={m.reminder_answer_title()}
      action={
        <ButtonLink href={paths.orders()} tone="secondary">
          {m.reminder_answer_link()}
        </ButtonLink>
      }
    >
      {m.reminder_answer_text()}
    </Notice>
  )
}

const shortNotice =
  'flex min-h-14 items-center gap-x-4 border-l-4 border-amber bg-ground/85 py-1.5 pl-4 text-sm leading-tight sm:text-base'

interface ReminderNoticeProps {
  readonly reminder: Reminder
  /** One line, over a picture. */
  readonly isShort: boolean
}

function ReminderNotice({ reminder, isShort }: ReminderNoticeProps) {
  const { kind, steamId, endsAt } = reminder
  const [address] = useLocation()
  const now = useNow() ?? 0
  const perk = perkName(reminder.perk)
  const details = { date: formatDateTime(endsAt), steamId }
  const hasEnded = kind === 'ended'
  const title = hasEnded
    ? m.reminder_ended_title({ perk })
    : m.reminder_ends_title({ perk, duration: formatDuration(Date.parse(endsAt) - now) })
  const href = hasEnded ? productPage(reminder.perk) : paths.perks()
  const renewal =
    href === null || href === address ? null : { href, label: m.perks_renew_of({ perk }) }

  if (isShort) {
    return (
      <p className={classNames(shortNotice, 'pr-14')}>
        <span className="font-display font-semibold">{title}</span>
        {renewal && (
          <TextLink href={renewal.href} aria-label={renewal.label}>
            {m.perks_renew()}
          </TextLink>
        )}
      </p>
    )
  }
  return (
    <Notice
      tone={kind === 'day_before' ? 'warning' : 'info'}
      className="pr-14"
      title={title}
      action={
        renewal && (
          <ButtonLink href={renewal.href} tone="secondary" aria-label={renewal.label}>
            {m.perks_renew()}
          </ButtonLink>
        )
      }
    >
      {hasEnded ? m.reminder_ended_text(details) : m.reminder_ends_text(details)}
    </Notice>
  )
}

/** Where a perk that has ended is bought again; null when it is no longer sold. */
function productPage(perk: string): string | null {
  const product = productOfPerk(perk)
  return product && isSold(product) ? productPath(product) : null
}
