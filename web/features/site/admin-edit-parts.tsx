import type { KeyboardEvent } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { listSections, listSiteChanges, undoSiteChange } from '#contract/site.ts'
import { LoadFailure, LoadMore } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures, useAdminAction, usePagedList } from '#web/admin-kit/use-admin-data.ts'
import { actorText, Moment } from '#web/admin-kit/values.tsx'
import { Disclosure } from '#web/app/disclosure.tsx'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'
import { TextArea } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Requests in the background what a change of the site or of a text has changed. */
export function refreshEdits(): void {
  refreshFigures(listSections, listSiteChanges)
}

interface TwoTextsProps {
  readonly labels: readonly [string, string]
  readonly texts: readonly [string, string]
}

/** Two versions of a text, side by side where there is room. */
function TwoTexts({ labels, texts }: TwoTextsProps) {
  return (
    <div className="grid gap-4 text-ink md:grid-cols-2">
      {texts.map((text, index) => (
        <TextArea key={labels[index]} label={labels[index]} readOnly value={text} />
      ))}
    </div>
  )
}

interface ConflictProps {
  readonly mine: string
  /** What somebody else has saved meanwhile. */
  readonly theirs: string
  readonly onKeepMine: () => void
  readonly onTakeTheirs: () => void
}

/** Somebody else has saved another version: whoever edits chooses one. */
export function Conflict({ mine, theirs, onKeepMine, onTakeTheirs }: ConflictProps) {
  return (
    <Notice
      live
      tone="warning"
      title={m.admin_edit_conflict()}
      action={
        <div className="flex flex-wrap gap-3">
          <Button onClick={onKeepMine}>{m.admin_edit_keep_mine()}</Button>
          <Button tone="secondary" onClick={onTakeTheirs}>
            {m.admin_edit_take_theirs()}
          </Button>
        </div>
      }
    >
      <p className="mb-3">{m.admin_edit_conflict_text()}</p>
      <TwoTexts labels={[m.admin_edit_mine(), m.admin_edit_theirs()]} texts={[mine, theirs]} />
    </Notice>
  )
}

interface EditButtonsProps {
  readonly isPending: boolean
  readonly onClose: () => void
  /** Forgets what is not saved; null while everything is. */
  readonly onDiscard: (() => void) | null
}

/** The buttons below a form of the site. */
export function EditButtons({ isPending, onClose, onDiscard }: EditButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" pending={isPending} pendingLabel={m.admin_shop_saving()}>
        {m.admin_shop_save()}
      </Button>
      <Button tone="quiet" disabled={isPending} onClick={onClose}>
        {m.admin_edit_close()}
      </Button>
      {onDiscard && (
        <Button tone="quiet" disabled={isPending} onClick={onDiscard}>
          {m.admin_edit_discard()}
        </Button>
      )}
    </div>
  )
}

type Change = AnswerOf<typeof listSiteChanges>['changes'][number]

interface EditHistoryProps {
  /** `site/<section>` or `documents/<kind>/<slug>/<language>`. */
  readonly name: string
  /** A saved value in words. */
  readonly textOf: (value: unknown) => string
  /** Brings back what the file says; null where that holds. */
  readonly onReset: (() => Promise<unknown>) | null
  readonly onChanged: () => void
}

/** Who has saved what, with the ways back. */
export function EditHistory({ name, textOf, onReset, onChanged }: EditHistoryProps) {
  const list = usePagedList(listSiteChanges, { name }, ({ changes }) => changes)
  const { isPending, run } = useAdminAction(m.admin_edit_back_failed)
  const { items, failure, reload } = list
  const current = JSON.stringify(items?.[0]?.after)

  function change(send: () => Promise<unknown>): void {
    run(async () => {
      await send()
      toast({ title: m.admin_edit_back_done(), tone: 'success' })
      refreshEdits()
      onChanged()
    })
  }

  return (
    <section className="mt-10">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 className="font-display text-xl font-bold">{m.admin_edit_history()}</h3>
        {onReset && (
          <Button tone="quiet" pending={isPending} onClick={() => change(onReset)}>
            {m.admin_edit_reset()}
          </Button>
        )}
      </header>
      {failure && <LoadFailure text={failureText(failure)} onRetry={reload} />}
      {items?.length === 0 && <p className="text-muted">{m.admin_edit_unchanged()}</p>}
      <ul aria-label={m.admin_edit_history()} className="border-line not-empty:border-t">
        {items?.map((one) => (
          <li key={one.id} className="border-b border-line py-3">
            <ChangeRow
              change={one}
              textOf={textOf}
              action={
                // Another one was changed again since.
                JSON.stringify(one.after) === current &&
                !one.isUndone && (
                  <Button
                    tone="secondary"
                    pending={isPending}
                    onClick={() =>
                      change(() => adminCall(undoSiteChange, { params: { id: one.id } }))
                    }
                  >
                    {m.admin_edit_undo()}
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={m.admin_kr_more()} />
    </section>
  )
}

interface ChangeRowProps {
  readonly change: Change
  readonly textOf: EditHistoryProps['textOf']
  readonly action: Elements
}

function ChangeRow({ change, textOf, action }: ChangeRowProps) {
  const { before, after, undoes, changedBy, changedAt } = change
  const title = after === null ? m.admin_edit_was_reset : m.admin_edit_was_saved
  const [was, is] = [before, after].map((value) =>
    value === null ? m.admin_edit_file_value() : textOf(value),
  )
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <span className="font-display font-semibold">
            {undoes === null ? title() : m.admin_edit_was_undone()}
          </span>
          <span className="block text-sm text-muted">
            <Moment iso={changedAt} />
            <span>{` · ${actorText({ actor: changedBy, actorName: null })}`}</span>
          </span>
        </p>
        {action}
      </div>
      <Disclosure title={m.admin_edit_compare()}>
        <TwoTexts
          labels={[m.admin_edit_before(), m.admin_edit_after()]}
          texts={[was ?? '', is ?? '']}
        />
      </Disclosure>
    </>
  )
}

/** What the keys of an editor do: Escape closes it, and Ctrl+Enter saves, from a field of several lines too. */
export function editKeys(close: () => void) {
  return (event: KeyboardEvent<HTMLFormElement>): void => {
    const { key, ctrlKey, metaKey, currentTarget } = event
    if (key === 'Escape') close()
    if (key !== 'Enter' || !(ctrlKey || metaKey)) return
    // A field of one line would submit it once more.
    event.preventDefault()
    currentTarget.requestSubmit()
  }
}
