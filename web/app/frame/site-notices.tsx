import { useEffect, useSyncExternalStore } from 'react'
import { defaultLanguage, type Language } from '#contract/language.ts'
import type { Notice } from '#contract/site-sections.ts'
import { serverNow } from '#web/app/api-client.ts'
import { localText } from '#web/app/browser-storage.ts'
import { Link } from '#web/app/links.tsx'
import { startPoll } from '#web/app/poll.ts'
import { refreshSite, site } from '#web/app/site.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { CloseMark } from '#web/ui/marks.tsx'
import { ToneMark } from '#web/ui/notice.tsx'

/** The marks of those closed on this device. `web/public/closed-notices.js` hides them before the first paint. */
const storedClosed = localText('closedNotices')

/** What the community announces to everybody now, above the bar of every page. */
export function SiteNotices() {
  const closed = useSyncExternalStore(storedClosed.subscribe, storedClosed.read, () => null)
  const closedMarks = (closed ?? '').split(' ')
  const { notices, changesAt } = site()
  useEffect(() => (changesAt === null ? undefined : refreshAt(changesAt, refreshSite)), [changesAt])
  const open = notices.filter((notice) => !closedMarks.includes(markOf(notice)))
  if (open.length === 0) return null

  function close(notice: Notice): void {
    // Without those that are over.
    const known = notices.map(markOf).filter((mark) => closedMarks.includes(mark))
    storedClosed.write([...known, markOf(notice)].join(' '))
    // The pressed button is gone.
    document.querySelector<HTMLElement>('#main')?.focus({ preventScroll: true })
  }

  return (
    <aside aria-label={m.notices()} className="print:hidden">
      {open.map((notice) => (
        <div key={notice.id} id={`notice-${markOf(notice)}`}>
          <NoticeBar notice={notice} language={getLocale()} onClose={() => close(notice)} />
        </div>
      ))}
    </aside>
  )
}

/** Changes with the words of a notice: who has closed it sees its correction. */
function markOf({ id, text }: Notice): string {
  const letters = Array.from(textIn(text, getLocale()), (letter) => letter.codePointAt(0) ?? 0)
  const hash = letters.reduce((sum, letter) => (sum * 31 + letter) % 2 ** 32, 0)
  return `${id}-${hash.toString(36)}`
}

/** French stands in for the languages without a text. */
function textIn(text: Notice['text'], language: Language): string {
  return text[language] ?? text.fr
}

/** The server may answer with what held a second ago. */
const graceMs = 1000
const minuteMs = 60_000

/** Refreshes at that time of the server, and then every minute. Its clock is known once it has answered. */
export function refreshAt(time: string, refresh: () => Promise<void>): () => void {
  const waitMs = (): number => Date.parse(time) + graceMs - serverNow()
  const isEarly = (): boolean => waitMs() > 0
  return startPoll(refresh, isEarly, () => (isEarly() ? Math.min(waitMs(), minuteMs) : minuteMs))
    .stop
}

const tones: Readonly<Record<Notice['tone'], string>> = {
  info: 'border-line-strong bg-surface',
  success: 'border-crystal bg-crystal-deep',
  warning: 'border-amber bg-amber-deep',
}

interface NoticeBarProps {
  readonly notice: Pick<Notice, 'text' | 'tone' | 'link'>
  readonly language: Language
  /** Without it there is no button that closes it. */
  readonly onClose?: () => void
}

export function NoticeBar({ notice, language, onClose }: NoticeBarProps) {
  const { text, tone, link } = notice
  const shown = textIn(text, language)
  return (
    <div className={classNames('border-b', tones[tone])}>
      <div className="page-width flex items-start gap-3 py-1.5">
        <span className="mt-2">
          <ToneMark tone={tone} />
        </span>
        <p className="min-w-0 flex-1 py-2.5 wrap-anywhere">
          <span className="sr-only">{`${m.notice_tone({ tone })} `}</span>
          <span lang={shown === text[language] ? language : defaultLanguage}>{shown}</span>
          {link !== undefined && <NoticeLink href={link} />}
        </p>
        {onClose && (
          <Button
            tone="quiet"
            size="square"
            aria-label={m.notice_close({ text: shown })}
            onClick={onClose}
            className="-mr-2.5 noscript:hidden"
          >
            <CloseMark className="size-5" />
          </Button>
        )}
      </div>
    </div>
  )
}

function NoticeLink({ href }: { readonly href: string }) {
  const props = { href, className: 'ml-2 inline-block text-crystal underline underline-offset-4' }
  if (href.startsWith('/')) return <Link {...props}>{m.notice_more()}</Link>
  return <a {...props}>{m.notice_more()}</a>
}
