import { useRef, useState } from 'react'
import * as z from 'zod/mini'
import { publicSections } from '#contract/site-sections.ts'
import type { PackTerms } from '#domain/packs.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { toast } from '#web/app/toasts.ts'
import { textFields, useForm } from '#web/app/use-form.ts'
import { useDraft } from '#web/admin-kit/drafts.ts'
import { EditForm } from '#web/admin-kit/edit-form.tsx'
import { refreshEdits } from '#web/admin-kit/use-admin-data.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import {
  packFaults,
  packFrom,
  packsWith,
  refusedFields,
  typedFrom,
  typedPack,
  type PackField,
  type TypedPack,
} from './admin-pack-draft.ts'
import { isSame, saveShop, type Shop } from './admin-shop-sections.ts'
import { packText } from './admin-shop-words.ts'

const draftShape = z.object({
  /** The pack as it was when its form was opened; null for a new one. */
  base: z.nullable(publicSections.packs),
  typed: typedPack,
})

const needed = { required: true, maxLength: 12 }

interface PackFormProps {
  readonly draftKey: string
  readonly shop: Shop
  readonly isNew: boolean
  /** Null for a new one, and for one that was removed. */
  readonly pack: PackTerms | null
  readonly onClose: () => void
}

/** What others have made of the pack meanwhile; null if they have removed it. */
interface PackConflict {
  readonly there: PackTerms | null
  readonly shop: Shop
}

export function PackForm({ draftKey, shop, isNew, pack, onClose }: PackFormProps) {
  const [draft, setDraft, endDraft] = useDraft(`pack ${draftKey}`, draftShape)
  // Until something is typed it follows what is saved.
  const { base, typed } = draft ?? { base: pack && [pack], typed: typedFrom(pack) }
  const known = base?.[0] ?? null
  const [conflict, setConflict] = useState<PackConflict | null>(null)
  /** What others have saved, and this form is to replace. */
  const replaced = useRef<PackConflict | null>(null)
  const title = known
    ? m.admin_product_change_title({ name: formatKr(known.amount) })
    : m.admin_pack_add()

  const form = useForm<PackField>({
    validate: () => {
      const { next, index } = packsWith(typed, known, replaced.current?.shop.packs ?? shop.packs)
      return packFaults(next, index)
    },
    send: save,
    explain: (problem) => {
      const refused = problem.code === 'validation_failed' ? refusedFields(problem) : {}
      return Object.keys(refused).length > 0 ? refused : failureText(problem)
    },
  })

  async function save(): Promise<void> {
    const expected = replaced.current ? replaced.current.there : known
    const changed = await saveShop(replaced.current?.shop ?? shop, (now) => {
      const { there, next, isThere } = packsWith(typed, known, now.packs)
      if (isThere) return now
      return isSame(there, expected) ? { ...now, packs: next } : null
    })
    setConflict(changed && { there: packsWith(typed, known, changed.packs).there, shop: changed })
    if (changed) return
    toast({ title: m.admin_pack_saved(), tone: 'success' })
    endDraft()
    // Not what was opened meanwhile.
    if (form.props.ref.current) onClose()
    refreshEdits()
  }

  const field = textFields(form, typed, (name, text) => {
    if (!form.isPending) setDraft({ base, typed: { ...typed, [name]: text } })
  })

  // Removed, and nothing was typed.
  if (!isNew && !pack && !draft) return null
  return (
    <EditForm
      form={form}
      title={title}
      failed={m.admin_pack_failed()}
      conflict={
        conflict && {
          mine: textOfMine(typed, known, conflict.shop),
          theirs: conflict.there ? packText(conflict.there) : m.admin_edit_gone(),
          replace: () => {
            replaced.current = conflict
          },
        }
      }
      forget={draft && (() => setDraft(null))}
      onClose={onClose}
    >
      <div className="grid gap-5 sm:grid-cols-3">
        <TextField
          {...field('amount')}
          {...needed}
          label={<KrText>{m.admin_pack_amount()}</KrText>}
          inputMode="numeric"
        />
        <TextField
          {...field('bonus')}
          {...needed}
          label={<KrText>{m.admin_pack_bonus()}</KrText>}
          inputMode="numeric"
        />
        <TextField
          {...field('price')}
          {...needed}
          label={m.admin_pack_price()}
          hint={m.admin_pack_price_hint()}
          inputMode="decimal"
        />
      </div>
    </EditForm>
  )
}

/** The pack as saving it would leave it: hidden, if others have hidden it meanwhile. */
function textOfMine(typed: TypedPack, known: PackTerms | null, { packs }: Shop): string {
  const { next, index } = packsWith(typed, known, packs)
  return packText(next[index] ?? packFrom(typed, ''))
}
