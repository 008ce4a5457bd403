import { useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { FieldError } from '#contract/problem.ts'
import { listSiteChanges } from '#contract/site.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { subscribeToSite } from '#web/app/site.ts'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import type { Elements } from '#web/ui/elements.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Differences } from './differences.tsx'
import { LoadFailure, LoadMore } from './section-parts.tsx'
import { failureText } from './texts.ts'
import { useAdminAction, useLiveRefresh, usePagedList } from './use-admin-data.ts'
import { actorText, Moment } from './values.tsx'

type Change = AnswerOf<typeof listSiteChanges>['changes'][number]

/** What is left when nothing is saved any more. */
type ResetKind = 'file' | 'text' | 'translation' | 'notices' | 'goal'

interface EditHistoryProps {
  /** `site/<section>` or `documents/<kind>/<slug>/<language>`. */
  readonly name: string
  /** A value in words. */
  readonly textOf: (value: unknown) => string
  readonly fileValue: unknown
  readonly resetKind: ResetKind
  /** Removes what is saved; null where nothing is. */
  readonly onReset: (() => Promise<unknown>) | null
  readonly onRestore: (value: unknown) => Promise<unknown>
  readonly faultOf: (error: FieldError) => string
  readonly onChanged: () => void
}

/** Whoever restores a version has typed nothing to compare with what others have saved. */
function explain(failure: unknown): string {
  const isLate = failure instanceof ApiProblem && failure.code === 'edit_conflict'
  return isLate ? m.admin_edit_conflict() : failureText(failure)
}

/** Who has saved what, with the ways back. */
export function EditHistory(props: EditHistoryProps) {
  const { name, textOf, fileValue, resetKind, onReset, onRestore, faultOf, onChanged } = props
  const list = usePagedList(listSiteChanges, { name }, ({ changes }) => changes)
  // Otherwise a stale list would restore another version than the one below the newest.
  useLiveRefresh(list.refresh, subscribeToSite)
  const { isPending, run } = useAdminAction(m.admin_edit_back_failed, (failure) => {
    const [refused] = failure instanceof ApiProblem ? failure.errors : []
    return refused ? faultOf(refused) : explain(failure)
  })
  const [isAsking, setIsAsking] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const { items, failure, reload } = list
  const current = JSON.stringify(items?.[0]?.after)

  /** Focuses the heading, because the pressed button goes. */
  function finish(title: string): void {
    toast({ title, tone: 'success' })
    // In the next frame, when a dialog has returned the focus.
    requestAnimationFrame(() => heading.current?.focus())
  }

  function restore(value: unknown): void {
    run(async () => {
      // Perhaps somebody else was faster.
      await onRestore(value).finally(onChanged)
      finish(m.admin_edit_back_done())
    })
  }

  return (
    <section className="mt-10">
      <header className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h3 ref={heading} tabIndex={-1} className="font-display text-xl font-bold">
          {m.admin_edit_history()}
        </h3>
        {onReset && (
          <Button tone="quiet" onClick={() => setIsAsking(true)}>
            {m.admin_edit_reset({ kind: resetKind })}
          </Button>
        )}
      </header>
      {onReset && isAsking && (
        <ConfirmDialog
          title={m.admin_edit_reset_question({ action: m.admin_edit_reset({ kind: resetKind }) })}
          failureTitle={m.admin_edit_back_failed()}
          submit={m.admin_edit_reset({ kind: resetKind })}
          pending={m.admin_saving()}
          send={() => onReset().finally(onChanged)}
          onDone={() => finish(m.admin_edit_was_reset({ kind: resetKind }))}
          explain={explain}
          onClose={() => setIsAsking(false)}
        >
          {m.admin_edit_reset_text({ kind: resetKind })}
        </ConfirmDialog>
      )}
      {failure && <LoadFailure text={failureText(failure)} onRetry={reload} />}
      {items?.length === 0 && <p className="text-muted">{m.admin_edit_unchanged()}</p>}
      <ul aria-label={m.admin_edit_history()} className="border-line not-empty:border-t">
        {items?.map((one) => (
          <li key={one.id} className="border-b border-line py-3">
            <ChangeRow
              change={one}
              resetKind={resetKind}
              texts={[textOf(one.before ?? fileValue), textOf(one.after ?? fileValue)]}
              action={
                one.after !== null &&
                JSON.stringify(one.after) !== current && (
                  <Button tone="secondary" pending={isPending} onClick={() => restore(one.after)}>
                    {m.admin_edit_restore()}
                  </Button>
                )
              }
            />
          </li>
        ))}
      </ul>
      <LoadMore list={list} label={m.admin_show_more()} />
    </section>
  )
}

interface ChangeRowProps {
  readonly change: Change
  readonly resetKind: ResetKind
  /** Before and after. */
  readonly texts: readonly [string, string]
  readonly action: Elements
}

function ChangeRow({ change, resetKind, texts: [before, after], action }: ChangeRowProps) {
  const { undoes, changedBy, changedAt } = change
  const title =
    change.after === null ? m.admin_edit_was_reset({ kind: resetKind }) : m.admin_edit_was_saved()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <p>
          <span className="font-display font-semibold">
            {undoes === null ? title : m.admin_edit_was_undone()}
          </span>
          <span className="block text-sm text-muted">
            <Moment iso={changedAt} />
            <span>{` · ${actorText({ actor: changedBy, actorName: null })}`}</span>
          </span>
        </p>
        {action}
      </div>
      <Disclosure title={m.admin_edit_compare()}>
        <Differences before={before} after={after} />
      </Disclosure>
    </>
  )
}
