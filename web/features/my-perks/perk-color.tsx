import { useEffect, useId, useRef, useState } from 'react'
import type { PerkView } from '#contract/perks.ts'
import type { RgbColor } from '#domain/color.ts'
import { call } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { changeNewestData, queryKeys } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { TagPreview } from '#web/features/products/tag-preview.tsx'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'

interface PerkColorProps {
  readonly perk: PerkView
  readonly color: RgbColor
}

export function PerkColor({ perk, color }: PerkColorProps) {
  const [draft, setDraft] = useState<RgbColor | null>(null)
  const editorId = useId()
  const note = useRef<HTMLParagraphElement>(null)
  const hasSaved = useRef(false)
  const { colorChangeAt } = perk

  useEffect(() => {
    // The answer and the event about the change come in any order.
    if (colorChangeAt === null || draft !== null || !hasSaved.current) return
    hasSaved.current = false
    // The pressed button is gone.
    note.current?.focus()
  }, [colorChangeAt, draft])

  return (
    <div className="grid gap-4">
      {/* The name in the game is not known, so the preview shows an example. */}
      <TagPreview kind="name" text="" color={draft ?? color} />
      {colorChangeAt === null ? (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            tone="secondary"
            aria-expanded={draft !== null}
            aria-controls={editorId}
            onClick={() => setDraft(draft ? null : color)}
            icon={<Icon name="edit" className="size-5" />}
          >
            {draft ? m.color_close() : m.color_open()}
          </Button>
          <p className="text-sm text-muted">{m.perks_color_once()}</p>
        </div>
      ) : (
        <p ref={note} tabIndex={-1} className="text-sm text-muted">
          {m.perks_color_next({ date: formatDateTime(colorChangeAt) })}
        </p>
      )}
      <div id={editorId} hidden={draft === null}>
        {draft && (
          <ColorForm
            perk={perk}
            color={draft}
            onChange={setDraft}
            onSaved={() => {
              hasSaved.current = true
              setDraft(null)
            }}
          />
        )}
      </div>
    </div>
  )
}

interface ColorFormProps extends PerkColorProps {
  readonly onChange: (color: RgbColor) => void
  readonly onSaved: () => void
}

function ColorForm({ perk, color, onChange, onSaved }: ColorFormProps) {
  const form = useForm({
    send: async () => {
      const changed = await call(
        import('#contract/perks.ts').then(({ changeColor }) => changeColor),
        { params: perk, body: color },
      )
      onSaved()
      toast({ title: m.perks_color_saved(), tone: 'success' })
      await changeNewestData<readonly PerkView[]>(queryKeys.perks, (perks) =>
        perks.map((known) =>
          known.steamId === perk.steamId && known.perk === perk.perk ? changed : known,
        ),
      )
    },
    explain: ({ code }) =>
      code === 'color_changed_today' ? m.perks_color_today() : m.perks_color_failed(),
  })
  return (
    <form {...form.props} className="grid gap-5">
      <ColorEditor color={color} disabled={form.isPending} onChange={onChange} />
      <FormFailure title={m.perks_color_failed_title()} failure={form.failure} />
      <Button
        type="submit"
        className="w-fit"
        pending={form.isPending}
        pendingLabel={m.perks_color_saving()}
      >
        {m.perks_color_save()}
      </Button>
    </form>
  )
}
