import { useEffect, useId, useRef, useState, type FormEvent } from 'react'
import { failureText } from '#web/features/staff/admin-texts.ts'
import { changeItemDraft, changedFields, type ItemDraft } from './admin-item-draft.ts'
import { krApi } from '#web/features/kryptonite/admin-kr-api.ts'
import { readTypedKr } from '#web/features/kryptonite/admin-kr-texts.ts'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PictureField, SkinCard } from './admin-item-picture.tsx'

interface ItemFormProps {
  readonly draft: ItemDraft
  /** Called after saving or cancelling. */
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Called when no response arrived: the item may have been saved. */
  readonly onUncertain: () => void
}

type FieldFault = 'name' | 'price' | 'price_invalid' | 'picture'

/** Adds an item to the skin shop, or edits one. A failure keeps the typed values. */
export function ItemForm({ draft, onClose, onSaved, onUncertain }: ItemFormProps) {
  const { item, name, priceText, picture } = draft
  const form = useRef<HTMLFormElement>(null)
  const [attempt] = useState(createIdempotencyKey)
  const sending = useRef<AbortController>(null)
  const [progress, setProgress] = useState<number | null>(null)
  const [isReading, setIsReading] = useState(false)
  const [faults, setFaults] = useState<readonly FieldFault[]>([])
  const [failure, setFailure] = useState<string | null>(null)
  const title = item ? m.admin_shop_edit_title({ item: item.name }) : m.admin_shop_add_title()

  useEffect(() => {
    form.current?.scrollIntoView({ block: 'nearest' })
    // A form higher than the screen may have been scrolled to its end.
    form.current?.querySelector('h3')?.scrollIntoView({ block: 'nearest' })
    form.current?.querySelector('input')?.focus()
  }, [])

  async function save(event: FormEvent) {
    event.preventDefault()
    if (sending.current !== null) return
    const price = readTypedKr(priceText)
    const found = validate(draft)
    setFaults(found)
    if (found.length > 0 || price === null) return showErrors(found)
    const fields = { name: name.trim(), price, image: picture?.file ?? null }
    const controller = new AbortController()
    sending.current = controller
    setFailure(null)
    setProgress(0)
    try {
      const options = {
        idempotencyKey: attempt.of([fields.name, price, describeFile(fields.image)]),
        onProgress: setProgress,
        signal: controller.signal,
      }
      await (item
        ? krApi.editItem(item.id, changedFields(item, fields), options)
        : krApi.addItem(fields, options))
      toast({
        title: item ? m.admin_shop_changed() : m.admin_shop_added(),
        description: fields.name,
        tone: 'success',
      })
      onSaved()
      onClose()
    } catch (reason) {
      attempt.ended(reason)
      if (!controller.signal.aborted) explain(reason)
    }
    sending.current = null
    setProgress(null)
  }

  function showErrors(found: readonly FieldFault[]) {
    const isOnlyPrice = found.every((fault) => fault === 'price_invalid')
    toast({
      title: m.admin_shop_error(),
      description: isOnlyPrice ? m.admin_shop_price_invalid() : m.admin_shop_fields_missing(),
      tone: 'destructive',
    })
    const inputs = form.current?.querySelectorAll('input')
    inputs?.[
      found.includes('name') ? 0 : found.includes('picture') && found.length === 1 ? 2 : 1
    ]?.focus()
  }

  function explain(reason: unknown) {
    setFailure(failureText(reason))
    toast({
      title: m.admin_shop_error(),
      description: item ? m.admin_shop_change_failed() : m.admin_shop_add_failed(),
      tone: 'destructive',
    })
    if (isOutcomeUnknown(reason)) onUncertain()
  }

  function cancel() {
    sending.current?.abort()
    onClose()
  }

  function change(next: Parameters<typeof changeItemDraft>[0]) {
    // The form closes when the request under way succeeds, so a later change would be lost.
    if (sending.current !== null) return
    changeItemDraft(next)
    setFaults([])
  }

  return (
    <form
      ref={form}
      noValidate
      aria-label={title}
      onSubmit={(event) => void save(event)}
      className="cut cut-size-20 mb-8 p-5 cut-line-crystal sm:p-7"
    >
      <h3 className="mb-5 pr-4 font-display text-xl font-bold wrap-anywhere">{title}</h3>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid content-start gap-5">
          <TextField
            label={m.admin_shop_name()}
            error={faults.includes('name') ? m.admin_shop_name_empty() : null}
            required
            readOnly={progress !== null}
            maxLength={100}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            label={<KrText>{m.admin_shop_price()}</KrText>}
            hint={m.admin_shop_price_hint()}
            error={priceError(faults)}
            required
            readOnly={progress !== null}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            value={priceText}
            onChange={(event) => change({ priceText: event.target.value })}
          />
          <PictureField
            picture={picture}
            hasCurrent={item !== null}
            isMissing={faults.includes('picture')}
            onChange={(chosen) => change({ picture: chosen })}
            onReading={setIsReading}
          />
        </div>
        <div aria-hidden="true" className="mx-auto w-full max-w-56">
          <p className="tag-print mb-2">{m.admin_shop_preview()}</p>
          <SkinCard
            name={name}
            price={readTypedKr(priceText)}
            imageUrl={picture?.url ?? item?.image_url ?? null}
          />
        </div>
      </div>
      {failure !== null && (
        <Notice
          live
          tone="error"
          title={item ? m.admin_shop_change_failed() : m.admin_shop_add_failed()}
          className="mt-6"
        >
          {failure}
        </Notice>
      )}
      {progress !== null && picture !== null && <UploadProgress share={progress} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {/* Disabled while the picture is being read: the item would be saved without it. */}
        <Button
          type="submit"
          pending={isReading || progress !== null}
          pendingLabel={isReading ? m.admin_shop_save() : m.admin_shop_saving()}
        >
          {m.admin_shop_save()}
        </Button>
        <Button tone="quiet" onClick={cancel}>
          {m.admin_cancel()}
        </Button>
      </div>
    </form>
  )
}

function validate({ item, name, priceText, picture }: ItemDraft): readonly FieldFault[] {
  const isPriceMissing = priceText.trim() === ''
  const isPriceWrong = !isPriceMissing && readTypedKr(priceText) === null
  return [
    ...(name.trim() === '' ? (['name'] as const) : []),
    ...(isPriceMissing ? (['price'] as const) : []),
    ...(isPriceWrong ? (['price_invalid'] as const) : []),
    ...(item === null && picture === null ? (['picture'] as const) : []),
  ]
}

function describeFile(file: File | null) {
  return file && [file.name, file.size, file.lastModified]
}

function priceError(faults: readonly FieldFault[]): string | null {
  if (faults.includes('price')) return m.admin_shop_price_empty()
  return faults.includes('price_invalid') ? m.admin_shop_price_invalid() : null
}

/** The progress of the picture's upload, for slow connections; `share` is from 0 to 1. */
function UploadProgress({ share }: { readonly share: number }) {
  const id = useId()
  const percent = Math.round(share * 100)
  return (
    <div className="mt-6">
      <label htmlFor={id} className="mb-2 block text-sm text-muted">
        {share < 1 ? m.admin_shop_uploading({ percent: String(percent) }) : m.admin_shop_checking()}
      </label>
      <progress
        id={id}
        max={100}
        value={percent}
        className="h-2 w-full appearance-none bg-raised [&::-moz-progress-bar]:bg-crystal [&::-webkit-progress-bar]:bg-raised [&::-webkit-progress-value]:bg-crystal"
      />
    </div>
  )
}
