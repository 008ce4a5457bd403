import { useRef, useState, type RefObject } from 'react'
import {
  addPlayerNote,
  mostListed,
  newPlayerNote,
  removePlayerNote,
  type Player,
  type PlayerNote,
} from '#contract/players.ts'
import { longestPlayerNote } from '#domain/text-limits.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { refreshFigures } from '#web/admin-kit/use-admin-data.ts'
import { actorText, Moment } from '#web/admin-kit/values.tsx'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { textFault } from '#web/app/text-fault.ts'
import { useForm } from '#web/app/use-form.ts'
import { emptyDraft, useMessageDraft } from '#web/features/tasks/message-draft.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/fields.tsx'

export function PlayerNotes({
  player: { steamId, notes },
}: {
  readonly player: Pick<Player, 'steamId' | 'notes'>
}) {
  const [{ text }, setDraft] = useMessageDraft(`note ${steamId}`)
  const [attempt] = useState(createIdempotencyKey)
  const heading = useRef<HTMLHeadingElement>(null)
  const form = useForm<'text'>({
    validate: () => ({ text: textFault(newPlayerNote, text, m.admin_player_note_empty) }),
    send: async () => {
      const body = { text }
      const idempotencyKey = attempt.of(body)
      await adminCall(addPlayerNote, { params: { steamId }, body, idempotencyKey })
      attempt.ended()
      setDraft(emptyDraft)
      refreshFigures()
    },
    explain: (problem) => {
      attempt.ended(problem)
      // The notes show whether it was done.
      refreshFigures()
      return isOutcomeUnknown(problem) ? m.admin_outcome_unknown() : failureText(problem)
    },
  })
  return (
    <section>
      <h3 ref={heading} tabIndex={-1} className="mb-3 text-xl">
        {m.admin_player_notes()}
      </h3>
      <ul aria-label={m.admin_player_notes()} className="grid gap-3">
        {notes.map((note) => (
          <li key={note.id} className="border-l-4 border-line-strong bg-surface py-3 pl-4">
            <Note note={note} steamId={steamId} heading={heading} />
          </li>
        ))}
      </ul>
      {notes.length === mostListed && (
        <p className="mt-3 text-sm text-muted">
          {m.admin_player_newest({ most: formatNumber(mostListed) })}
        </p>
      )}
      <form {...form.props} className="mt-4 grid max-w-3xl justify-items-start gap-4">
        <TextArea
          name="text"
          label={m.admin_player_note()}
          hint={m.admin_player_note_hint()}
          error={form.errors.text}
          readOnly={form.isPending}
          maxLength={longestPlayerNote}
          className="w-full"
          rows={2}
          value={text}
          onChange={({ target }) => setDraft({ ...emptyDraft, text: target.value })}
        />
        <FormFailure title={m.admin_player_note_failed()} form={form} />
        <Button type="submit" tone="secondary" pending={form.isPending}>
          {m.admin_player_note_add()}
        </Button>
      </form>
    </section>
  )
}

interface NoteProps extends Pick<Player, 'steamId'> {
  readonly note: PlayerNote
  /** Gets the focus once the note is gone. */
  readonly heading: RefObject<HTMLElement | null>
}

function Note({ note, steamId, heading }: NoteProps) {
  const { id, text, at, author, authorName, isRemovable } = note
  return (
    <>
      <p dir="auto" className="overflow-x-clip wrap-anywhere whitespace-pre-line">
        {text}
      </p>
      <p className="mt-1 text-sm text-muted">
        <span>{actorText({ actor: author, actorName: authorName })}</span> · <Moment iso={at} />
      </p>
      <AskButton
        tone="quiet"
        className="-ml-5"
        isOffered={isRemovable}
        owner={heading}
        label={m.admin_player_note_remove()}
        name={m.admin_player_note_remove()}
        title={m.admin_player_note_question()}
        failureTitle={m.admin_player_note_failed()}
        pending={m.admin_shop_deleting()}
        send={() => adminCall(removePlayerNote, { params: { steamId, id } })}
        refresh={refreshFigures}
        done={m.admin_player_note_removed()}
      >
        {text}
      </AskButton>
    </>
  )
}
