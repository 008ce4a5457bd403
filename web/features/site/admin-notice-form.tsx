import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { languages, type Language } from '#contract/language.ts'
import { publicSections, type Notice } from '#contract/site-sections.ts'
import type { SectionView } from '#contract/site.ts'
import { RadioFilter } from '#web/admin-kit/filters.tsx'
import { serverNow } from '#web/app/api-client.ts'
import { NoticeBar } from '#web/app/frame/site-notices.tsx'
import { isOutcomeUnknown, isRefusedEarly } from '#web/app/idempotency-key.ts'
import { newId } from '#web/app/new-id.ts'
import { site } from '#web/app/site.ts'
import { toast } from '#web/app/toasts.ts'
import { textFields, useForm } from '#web/app/use-form.ts'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { PostToDiscord } from './admin-discord-post.tsx'
import { endDraft, replaceDraft, useDraft } from '#web/admin-kit/drafts.ts'
import { EditForm } from '#web/admin-kit/edit-form.tsx'
import { refreshEdits } from '#web/admin-kit/use-admin-data.ts'
import {
  explainFailure,
  noticeFaults,
  noticeFrom,
  noticeState,
  noticeTones,
  saveNotice,
  typedFrom,
  typedNotice,
  type NoticeConflict,
  type NoticeField,
} from './admin-notice-draft.ts'
import { noticeText } from './admin-notice-texts.ts'

const draftShape = z.object({
  id: z.string(),
  /** The notice as it was when its form was opened. */
  base: z.nullable(publicSections.notices),
  typed: typedNotice,
  /** When it was sent first: after a lost answer, even after a reload, it must be the same notice. */
  firstSentMs: z._default(z.nullable(z.number()), null),
})

interface NoticeFormProps {
  /** What its unsaved text is stored under: its id, or that of the form of a new one. */
  readonly draftKey: string
  readonly section: SectionView
  readonly isNew: boolean
  /** Null for a new one, and for one that was removed. */
  readonly notice: Notice | null
  readonly onClose: () => void
}

/** Makes a notice, or changes one. What is typed stays until it is saved or discarded. */
export function NoticeForm({ draftKey, section, isNew, notice, onClose }: NoticeFormProps) {
  const { timeZone } = site().server.restarts
  const [ownId] = useState(newId)
  // Until something is typed it follows what is saved.
  const fresh = {
    id: notice?.id ?? ownId,
    base: notice && [notice],
    typed: typedFrom(notice, timeZone),
    firstSentMs: null,
  }
  const draftName = `notice ${draftKey}`
  const [draft, setDraft] = useDraft(draftName, draftShape)
  const shown = draft ?? fresh
  const { id, base, typed } = shown
  const [conflict, setConflict] = useState<NoticeConflict | null>(null)
  /** What others have saved, and this form is to replace. */
  const replaced = useRef<NoticeConflict | null>(null)
  const title = isNew ? m.admin_notice_add() : m.admin_notice_change_title()

  const form = useForm<NoticeField>({
    validate: () => noticeFaults(noticeFrom(typed, id, timeZone)),
    send: save,
    explain: explainFailure,
  })

  async function save(): Promise<void> {
    const firstSentMs = shown.firstSentMs ?? serverNow()
    const sent = { ...shown, firstSentMs }
    setDraft(sent)
    const next = noticeFrom(typed, id, timeZone, firstSentMs)
    const { current, there } = replaced.current ?? { current: section, there: base?.[0] ?? null }
    const found = await saveNotice(current, { id, base: there, next }).catch((problem: unknown) => {
      // It was not made, so that it begins when it is sent again.
      if (!isOutcomeUnknown(problem) && !isRefusedEarly(problem)) {
        replaceDraft(draftName, sent, { ...sent, firstSentMs: null })
      }
      throw problem
    })
    setConflict(found)
    if (found) return
    toast({ title: m.admin_notice_saved(), description: next.text.fr, tone: 'success' })
    endDraft(draftName, sent)
    // Not what was opened meanwhile.
    if (form.props.ref.current) onClose()
    refreshEdits()
  }

  function change(changes: Partial<typeof typed>): void {
    if (!form.isPending) setDraft({ ...shown, typed: { ...typed, ...changes } })
  }

  const field = textFields(form, typed, (name, text) => change({ [name]: text }))

  // Removed, and nothing was typed.
  if (!isNew && !notice && !draft) return null
  return (
    <EditForm
      form={form}
      title={title}
      failed={m.admin_notice_failed()}
      conflict={
        conflict && {
          mine: noticeText(noticeFrom(typed, id, timeZone)),
          theirs: noticeText(conflict.there),
          replace: () => {
            replaced.current = conflict
          },
        }
      }
      forget={draft && (() => setDraft(null))}
      onClose={onClose}
      // What is posted is what is saved, and not over.
      below={
        notice &&
        !draft &&
        noticeState(notice, serverNow()) !== 'over' && (
          <PostToDiscord
            subject={`notice/${notice.id}`}
            title={notice.text.fr}
            className="mt-6 border-t border-line pt-6"
          />
        )
      }
    >
      <div className="grid gap-5 lg:grid-cols-2">
        {languages.map((language) => (
          <TextField
            key={language}
            {...field(language)}
            label={<span lang={language}>{ownNames[language]}</span>}
            lang={language}
            required={language === 'fr'}
            maxLength={300}
            hint={language === 'fr' ? m.admin_notice_french_hint() : undefined}
          />
        ))}
        <TextField
          {...field('from')}
          type="datetime-local"
          label={m.admin_notice_from()}
          hint={m.admin_notice_from_hint({ timeZone })}
        />
        <TextField
          {...field('until')}
          type="datetime-local"
          label={m.admin_notice_until()}
          hint={m.admin_notice_until_hint({ timeZone })}
        />
        <TextField
          {...field('link')}
          label={m.admin_notice_link()}
          hint={m.admin_notice_link_hint()}
          inputMode="url"
          maxLength={300}
        />
        <RadioFilter
          label={m.admin_notice_tone_label()}
          values={noticeTones}
          labelOf={(tone) => m.admin_notice_tone({ tone })}
          value={typed.tone}
          onChange={(tone) => change({ tone })}
        />
      </div>
      <Preview notice={noticeFrom(typed, id, timeZone)} />
    </EditForm>
  )
}

function Preview({ notice }: { readonly notice: Notice }) {
  const written: readonly Language[] = languages.filter((language) => notice.text[language])
  if (written.length === 0) return null
  return (
    <section aria-label={m.admin_edit_preview()}>
      <p className="tag-print mb-2">{m.admin_edit_preview()}</p>
      <div className="border-x border-t border-line">
        {written.map((language) => (
          <NoticeBar key={language} notice={notice} language={language} />
        ))}
      </div>
    </section>
  )
}
