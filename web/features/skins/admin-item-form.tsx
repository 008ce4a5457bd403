import { useEffect, useId, useRef, useState } from 'react'
import { newItem } from '#contract/skins.ts'
import { longestName } from '#domain/text-limits.ts'
import { PictureField } from '#web/admin-kit/picture-field.tsx'
import { failureText } from '#web/admin-kit/texts.ts'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { textFault } from '#web/app/text-fault.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { readTypedKr } from '#web/features/kryptonite/admin-kr-texts.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { sendItem } from './admin-item-api.ts'
import { changeItemDraft, changedFields, type ItemDraft } from './admin-item-draft.ts'
import { SkinCard } from './admin-skin-card.tsx'

interface ItemFormProps {
  readonly draft: ItemDraft
  /** Called after saving or cancelling. */
  readonly onClose: () => void
  readonly onSaved: () => void
  /** Called when no response arrived: the item may have been saved. */
  readonly onUncertain: () => void
}

/** Adds an item to the skin shop, or edits one. A failure keeps the typed values. */
export function ItemForm({ draft, onClose, onSaved, onUncertain }: ItemFormProps) {
  const { item, name, priceText, picture } = draft
  const [attempt] = useState(createIdempotencyKey)
  const sending = useRef<AbortController>(null)
  const [progress, setProgress] = useState(0)
  const [isReading, setIsReading] = useState(false)
  const title = item ? m.admin_shop_edit_title({ item: item.name }) : m.admin_shop_add_title()
  const failureTitle = item ? m.admin_shop_change_failed() : m.admin_shop_add_failed()
  const form = useForm<'name' | 'price' | 'picture'>({
    validate: () => validate(draft),
    send: save,
    explain: (problem) => {
      attempt.ended(problem)
      if (!sending.current?.signal.aborted) {
        toastFailure(m.admin_error(), failureTitle, 'item')
        if (isOutcomeUnknown(problem)) onUncertain()
      }
      return failureText(problem)
    },
  })
  const { ref } = form.props

  useEffect(() => {
    ref.current?.scrollIntoView({ block: 'nearest' })
    // A form higher than the screen may have been scrolled to its end.
    ref.current?.querySelector('h3')?.scrollIntoView({ block: 'nearest' })
    ref.current?.querySelector('input')?.focus()
  }, [ref])

  async function save() {
    const price = readTypedKr(priceText)
    if (price === null) return
    const fields = { name: name.trim(), price, image: picture?.file ?? null }
    const controller = new AbortController()
    sending.current = controller
    setProgress(0)
    const options = {
      idempotencyKey: attempt.of([fields.name, price, describeFile(fields.image)]),
      onProgress: setProgress,
      signal: controller.signal,
    }
    await sendItem(item?.id ?? null, item ? changedFields(item, fields) : fields, options)
    toast({
      title: item ? m.admin_shop_changed() : m.admin_shop_added(),
      description: fields.name,
      tone: 'success',
      topic: 'item',
    })
    onSaved()
    onClose()
  }

  function cancel() {
    sending.current?.abort()
    onClose()
  }

  function change(next: Parameters<typeof changeItemDraft>[0]) {
    // The form closes when the request under way succeeds, so a later change would be lost.
    if (!form.isPending) changeItemDraft(next)
  }

  return (
    <form
      {...form.props}
      aria-label={title}
      className="cut cut-size-20 mb-8 p-5 cut-line-crystal sm:p-7"
    >
      <h3 className="mb-5 pr-4 font-display text-xl font-bold wrap-anywhere">{title}</h3>
      <div className="grid gap-x-8 gap-y-6 lg:grid-cols-[minmax(0,1fr)_14rem]">
        <div className="grid content-start gap-5">
          <TextField
            name="name"
            label={m.admin_shop_name()}
            error={form.errors.name}
            required
            readOnly={form.isPending}
            maxLength={longestName}
            autoComplete="off"
            value={name}
            onChange={(event) => change({ name: event.target.value })}
          />
          <TextField
            name="price"
            label={<KrText>{m.admin_shop_price()}</KrText>}
            hint={m.admin_shop_price_hint()}
            error={form.errors.price}
            required
            readOnly={form.isPending}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            value={priceText}
            onChange={(event) => change({ priceText: event.target.value })}
          />
          <PictureField
            picture={picture}
            hasCurrent={item !== null}
            isMissing={Boolean(form.errors.picture) && picture === null}
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
      {form.failure !== null && (
        <Notice live tone="error" title={failureTitle} className="mt-6">
          {form.failure}
        </Notice>
      )}
      {form.isPending && picture !== null && <UploadProgress share={progress} />}
      <div className="mt-6 flex flex-wrap gap-3">
        {/* Disabled while the picture is being read: the item would be saved without it. */}
        <Button
          type="submit"
          pending={isReading || form.isPending}
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

function validate({ item, name, priceText, picture }: ItemDraft) {
  const isPriceMissing = priceText.trim() === ''
  const isPriceInvalid = readTypedKr(priceText) === null && m.admin_shop_price_invalid()
  const errors = {
    name: textFault(newItem.shape.name, name, m.admin_shop_name_empty),
    price: isPriceMissing ? m.admin_shop_price_empty() : isPriceInvalid,
    picture: item === null && picture === null && m.admin_picture_empty(),
  }
  const isMissing = name.trim() === '' || isPriceMissing || errors.picture
  const error = isMissing ? m.admin_fields_missing() : errors.name || errors.price
  if (error) toastFailure(m.admin_error(), error, 'item')
  return errors
}

function describeFile(file: File | null) {
  return file && [file.name, file.size, file.lastModified]
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
