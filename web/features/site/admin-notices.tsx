import { languages } from '#contract/language.ts'
import type { Notice } from '#contract/site-sections.ts'
import { listSections, resetSection, saveSection, type SectionView } from '#contract/site.ts'
import { LoadedSection } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import type { StateText } from '#web/admin-kit/texts.ts'
import {
  refreshEdits,
  useAdminAction,
  useAdminQuery,
  useLiveRefresh,
} from '#web/admin-kit/use-admin-data.ts'
import { serverNow } from '#web/app/api-client.ts'
import { NoticeBar } from '#web/app/frame/site-notices.tsx'
import { site, subscribeToSite } from '#web/app/site.ts'
import { useNow } from '#web/app/subscriptions.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice as NoticeBox } from '#web/ui/notice.tsx'
import { AddButton, showOpenForm, UnsavedMark } from '#web/admin-kit/edit-form.tsx'
import { EditHistory } from '#web/admin-kit/edit-history.tsx'
import { noticeState, readNotices, saveNotice, type NoticeState } from './admin-notice-draft.ts'
import { NoticeForm } from './admin-notice-form.tsx'
import { noticesText, timeText } from './admin-notice-texts.ts'

/** The open form: that of a notice by its id, or of a new one. */
const newNotice = 'new'

interface NoticesViewProps {
  readonly open: string | null
  readonly onOpen: (notice: string | null) => void
}

export function NoticesView({ open, onOpen }: NoticesViewProps) {
  const sections = useAdminQuery(listSections)
  useLiveRefresh(sections.refresh, subscribeToSite)

  function close(): void {
    onOpen(null)
    focusButtonOf(open)
  }

  return (
    <LoadedSection
      title={m.admin_notices()}
      lead={m.admin_notices_lead({ timeZone: site().server.restarts.timeZone })}
      level={3}
      loaded={{ ...sections, value: sections.value?.find(isNotices) ?? null }}
      skeletons={<Skeleton className="h-24" />}
    >
      {(section) => (
        <>
          <AddButton
            id={editButtonId(newNotice)}
            form="notice new"
            onClick={() => onOpen(newNotice)}
          >
            {m.admin_notice_add()}
          </AddButton>
          {open !== null && (
            <NoticeForm
              key={open}
              draftKey={open}
              isNew={open === newNotice}
              section={section}
              notice={readNotices(section.value).find(({ id }) => id === open) ?? null}
              onClose={close}
            />
          )}
          <NoticeList
            section={section}
            onEdit={(id) => (id === open ? showOpenForm() : onOpen(id))}
          />
          <EditHistory
            name="site/notices"
            textOf={noticesText}
            fileValue={section.fileValue}
            resetKind={readNotices(section.fileValue).length === 0 ? 'notices' : 'file'}
            onReset={
              JSON.stringify(section.value) === JSON.stringify(section.fileValue)
                ? null
                : () =>
                    adminCall(resetSection, {
                      params: { section: 'notices' },
                      query: { version: section.version },
                    })
            }
            onRestore={(value) =>
              adminCall(saveSection, {
                params: { section: 'notices' },
                body: { value, version: section.version },
              })
            }
            faultOf={({ path }) => m.admin_notice_fault({ field: path.split('.')[2] ?? '' })}
            onChanged={refreshEdits}
          />
        </>
      )}
    </LoadedSection>
  )
}

function isNotices({ section }: SectionView): boolean {
  return section === 'notices'
}

function editButtonId(notice: string): string {
  return `edit-notice-${notice}`
}

/** Focuses the button of a notice, or that of a new one, because the pressed button goes. */
function focusButtonOf(notice: string | null): void {
  // In the next frame, when the buttons are rendered again.
  requestAnimationFrame(() => {
    const own = document.getElementById(editButtonId(notice ?? newNotice))
    const shown = own ?? document.getElementById(editButtonId(newNotice))
    shown?.focus()
  })
}

const states: readonly NoticeState[] = ['on', 'planned', 'over']
const stateTexts: Readonly<Record<NoticeState, StateText>> = {
  on: { label: m.admin_notice_on, tone: 'crystal' },
  planned: { label: m.admin_notice_planned, tone: 'amber' },
  over: { label: m.admin_notice_over, tone: 'neutral' },
}

interface NoticeListProps {
  readonly section: SectionView
  readonly onEdit: (notice: string) => void
}

function NoticeList({ section, onEdit }: NoticeListProps) {
  // Renders the list again as time passes.
  useNow()
  const nowMs = serverNow()
  const notices = readNotices(section.value).toSorted(
    (a, b) =>
      states.indexOf(noticeState(a, nowMs)) - states.indexOf(noticeState(b, nowMs)) ||
      Date.parse(b.from) - Date.parse(a.from),
  )
  if (notices.length === 0) return <NoticeBox>{m.admin_notices_none()}</NoticeBox>
  return (
    <ul aria-label={m.admin_notices()} className="border-t border-line">
      {notices.map((notice) => (
        <li key={notice.id} className="border-b border-line py-4">
          <NoticeRow
            section={section}
            notice={notice}
            state={noticeState(notice, nowMs)}
            onEdit={() => onEdit(notice.id)}
          />
        </li>
      ))}
    </ul>
  )
}

interface NoticeRowProps {
  readonly section: SectionView
  readonly notice: Notice
  readonly state: NoticeState
  readonly onEdit: () => void
}

function NoticeRow({ section, notice, state, onEdit }: NoticeRowProps) {
  const { isPending, run } = useAdminAction(m.admin_notice_failed)
  const { id } = notice
  const text = notice.text.fr
  const { label, tone } = stateTexts[state]
  const missing = languages.filter((language) => notice.text[language] === undefined)

  function change(next: Notice | null, done: () => string): void {
    run(async () => {
      const conflict = await saveNotice(section, { id, base: notice, next })
      if (conflict) toastFailure(m.admin_notice_failed(), m.admin_edit_conflict())
      else toast({ title: done(), description: text, tone: 'success' })
      refreshEdits()
      focusButtonOf(next && id)
    })
  }

  return (
    <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_26rem]">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <Badge tone={tone}>{label()}</Badge>
          <UnsavedMark form={`notice ${id}`} />
          <span>{timeText(notice)}</span>
          {missing.length > 0 && (
            <span>{m.admin_languages_missing({ languages: missing.join(', ') })}</span>
          )}
        </p>
        <div className="mt-3 border-x border-line">
          <NoticeBar notice={notice} language="fr" />
        </div>
      </div>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        <Button
          id={editButtonId(id)}
          tone="secondary"
          aria-label={m.admin_notice_change_label({ text })}
          onClick={onEdit}
        >
          {m.admin_notice_change()}
        </Button>
        {state === 'on' && (
          <Button
            tone="secondary"
            pending={isPending}
            aria-label={m.admin_notice_end_label({ text })}
            onClick={() =>
              change(
                { ...notice, until: new Date(serverNow()).toISOString() },
                m.admin_notice_ended,
              )
            }
          >
            {m.admin_notice_end()}
          </Button>
        )}
        <Button
          tone="quiet"
          pending={isPending}
          aria-label={m.admin_notice_remove_label({ text })}
          onClick={() => change(null, m.admin_notice_removed)}
        >
          {m.admin_notice_remove()}
        </Button>
      </div>
    </div>
  )
}
