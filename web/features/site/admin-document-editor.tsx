import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import {
  addTextPicture,
  listTexts,
  readText,
  resetText,
  saveText,
  textName,
  type EditedText,
  type TextPlace,
} from '#contract/documents.ts'
import { defaultLanguage, languages } from '#contract/language.ts'
import { paths } from '#contract/paths.ts'
import { siteAddress } from '#web/admin-kit/address.ts'
import { pictureTimeoutMs, type ChosenPicture } from '#web/app/picture-field.tsx'
import { LoadedSection, ViewNavigation } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import {
  refreshEdits,
  refreshFigures,
  useAdminAction,
  useAdminQuery,
} from '#web/admin-kit/use-admin-data.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { TextLink } from '#web/app/links.tsx'
import { queryKeys, setNewestData } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { ownNames } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea, TextField } from '#web/ui/fields.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { Beside, faultText } from './admin-document-beside.tsx'
import { documentDraft, emptyText, today } from './admin-document-draft.ts'
import { TextPictures } from './admin-document-pictures.tsx'
import { joinText, splitText, type TypedText } from './admin-document-text.ts'
import { PostToDiscord } from './admin-discord-post.tsx'
import { useDraft } from '#web/admin-kit/drafts.ts'
import { Conflict, EditButtons, editKeys } from '#web/admin-kit/edit-form.tsx'
import { EditHistory } from '#web/admin-kit/edit-history.tsx'

interface DocumentEditorProps extends TextPlace {
  readonly onClose: () => void
}

export function DocumentEditor({ kind, slug, language, onClose }: DocumentEditorProps) {
  const place = { kind, slug, language }
  const saved = useAdminQuery(readText, { params: place })
  return (
    <>
      <TextLink href={siteAddress({ list: 'documents', kind })}>{m.admin_document_back()}</TextLink>
      <LoadedSection
        title={m.admin_documents_kinds({ kind })}
        lead={m.admin_document_lead()}
        level={3}
        loaded={saved}
        choice={
          <ViewNavigation
            label={m.admin_document_languages()}
            current={language}
            views={languages.map((id) => ({ id, label: ownNames[id] }))}
            addressOf={(id) => siteAddress({ list: 'documents', kind, slug, language: id })}
          />
        }
        skeletons={<Skeleton className="h-96" />}
      >
        {(text) => <TextEditor place={place} saved={text} onClose={onClose} />}
      </LoadedSection>
    </>
  )
}

type Field = keyof TypedText

interface TextEditorProps {
  readonly place: TextPlace
  readonly saved: EditedText
  readonly onClose: () => void
}

function TextEditor({ place, saved, onClose }: TextEditorProps) {
  const { kind, slug, language } = place
  const [draft, setDraft, endDraft] = useDraft(textName(place), documentDraft)
  const fresh = saved.text === null ? emptyText() : splitText(saved.text)
  const { typed, version } = draft ?? { typed: fresh, version: saved.version }
  const text = joinText(typed)
  /** Of a legal text: a change of its meaning needs a date of its own. */
  const isDateLeft =
    kind === 'legal' &&
    saved.text !== null &&
    text !== joinText(fresh) &&
    typed.changed <= fresh.changed &&
    typed.changed < today()
  const [conflict, setConflict] = useState<ApiProblem['current']>(null)
  const area = useRef<HTMLTextAreaElement>(null)
  const upload = useAdminAction(m.admin_document_upload_failed)
  const [isReading, setIsReading] = useState(false)
  const isBusy = isReading || upload.isPending

  const form = useForm<Field>({
    validate: () => ({
      title: typed.title.trim() === '' && m.admin_document_title_empty(),
      description: typed.description.trim() === '' && m.admin_document_description_empty(),
      changed: typed.changed === '' && m.admin_document_changed_empty(),
    }),
    send: async () => {
      const now = await adminCall(saveText, { params: place, body: { text, version } })
      await setNewestData([...queryKeys.admin, readText.path, { params: place }], now)
      toast({ title: m.admin_document_saved(), description: typed.title, tone: 'success' })
      // The pressed button goes with the other version.
      if (conflict) focus('title')
      setConflict(null)
      endDraft()
      refreshDocuments()
    },
    explain: (problem) => {
      const [refused] = problem.errors
      setConflict(problem.current)
      // The two texts say what to do, and with them it goes.
      if (problem.current) return {}
      if (!refused) return failureText(problem)
      return { [refused.code === 'future' ? 'changed' : 'body']: faultText(refused, text) }
    },
  })

  function focus(name: Field): void {
    const field = form.props.ref.current?.elements.namedItem(name)
    if (field instanceof HTMLElement) field.focus()
  }

  function discard(): void {
    setDraft(null)
    if (saved.text === null) onClose()
    else focus('title')
  }

  function change(changes: Partial<TypedText>): void {
    if (!form.isPending) setDraft({ typed: { ...typed, ...changes }, version })
  }

  /** Of a drawing, or a picture that was uploaded. */
  function insertPicture(address: string): void {
    const { selectionStart = 0, selectionEnd = 0 } = area.current ?? {}
    const words = typed.body.slice(selectionStart, selectionEnd) || m.admin_document_picture_words()
    const before = typed.body.slice(0, selectionStart)
    // A paragraph of its own, as the page shows it.
    const pieces = [
      before.trimEnd(),
      `![${words}](${address})`,
      typed.body.slice(selectionEnd).trimStart(),
    ]
    const body = pieces.filter(Boolean).join('\n\n')
    change({ body })
    area.current?.focus()
    // What is typed next replaces the words.
    const wordsAt = body.indexOf(`![${words}](${address})`, before.trimEnd().length) + 2
    requestAnimationFrame(() => area.current?.setSelectionRange(wordsAt, wordsAt + words.length))
  }

  async function send(picture: ChosenPicture): Promise<void> {
    const timeoutMs = pictureTimeoutMs(picture)
    const { address } = await adminCall(addTextPicture, {
      body: { picture: picture.url },
      timeoutMs,
    })
    insertPicture(address)
  }

  const field = (name: Field) => ({
    name,
    lang: language,
    error: form.errors[name],
    // What is typed meanwhile would be lost.
    readOnly: form.isPending || isBusy,
    value: typed[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      change({ [name]: target.value }),
  })

  return (
    <>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 xl:grid-cols-2">
        {/* The keys of the fields bubble to it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <form
          {...form.props}
          onKeyDown={isBusy ? undefined : editKeys(onClose)}
          aria-label={m.admin_document_form({ title: typed.title })}
          className="grid grid-cols-[minmax(0,1fr)] gap-5"
        >
          <TextField {...field('title')} label={m.admin_document_title()} required />
          <TextField
            {...field('description')}
            label={m.admin_document_description()}
            hint={m.admin_document_description_hint()}
            required
          />
          <TextField
            {...field('changed')}
            type="date"
            label={m.admin_document_changed()}
            hint={m.admin_document_changed_hint()}
            required
          />
          <TextArea
            {...field('body')}
            ref={area}
            label={m.admin_document_body()}
            hint={m.admin_document_body_hint()}
            required
            className="[&_textarea]:max-h-[70vh] [&_textarea]:min-h-80 [&_textarea]:font-mono [&_textarea]:text-sm"
          />
          <TextPictures
            isBusy={isBusy}
            onInsert={insertPicture}
            onUpload={(picture) => upload.run(() => send(picture))}
            onReading={setIsReading}
          />
          <FormFailure title={m.admin_document_failed()} form={form} />
          {conflict && (
            <Conflict
              mine={text}
              theirs={typeof conflict.value === 'string' ? conflict.value : ''}
              onKeepMine={() => {
                // Rendered first, so that it is what the form sends.
                flushSync(() => setDraft({ typed, version: conflict.version }))
                form.props.ref.current?.requestSubmit()
              }}
              onTakeTheirs={() => {
                setConflict(null)
                setDraft(null)
                refreshDocuments()
                focus('title')
              }}
            />
          )}
          {isDateLeft && (
            <Notice
              live
              tone="warning"
              title={m.admin_document_date_left()}
              action={
                <Button
                  tone="secondary"
                  onClick={() => {
                    change({ changed: today() })
                    focus('changed')
                  }}
                >
                  {m.admin_document_date_today()}
                </Button>
              }
            >
              {m.admin_document_date_left_text()}
            </Notice>
          )}
          <EditButtons
            isPending={form.isPending || isBusy}
            onClose={onClose}
            onDiscard={draft ? discard : null}
          />
        </form>
        <Beside
          place={place}
          text={
            [typed.title, typed.description, typed.body].every((one) => one.trim()) ? text : null
          }
        />
      </div>
      {saved.text !== null && (
        <p className="mt-6">
          <TextLink href={paths.document(kind, slug)}>{m.admin_document_page()}</TextLink>
        </p>
      )}
      {/* What is posted is what is saved. */}
      {kind === 'news' && language === defaultLanguage && saved.text !== null && !draft && (
        <PostToDiscord subject={`news/${slug}`} title={typed.title} className="mt-6" />
      )}
      <EditHistory
        name={textName(place)}
        textOf={(value) => (typeof value === 'string' ? value : '')}
        fileValue={saved.fileText}
        resetKind={
          saved.fileText !== null ? 'file' : language === defaultLanguage ? 'text' : 'translation'
        }
        onReset={
          saved.text === saved.fileText
            ? null
            : () => adminCall(resetText, { params: place, query: { version: saved.version } })
        }
        onRestore={(value) =>
          adminCall(saveText, {
            params: place,
            body: { text: String(value), version: saved.version },
          })
        }
        faultOf={({ code }) => m.admin_document_fault_code({ code })}
        onChanged={refreshDocuments}
      />
    </>
  )
}

function refreshDocuments(): void {
  refreshFigures(listTexts, readText)
  refreshEdits()
}
