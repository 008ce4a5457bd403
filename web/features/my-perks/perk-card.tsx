import { useId, useEffect, useRef, useState } from 'react'
import type { PerkView } from '#contract/perks.ts'
import { newCartItem } from '#domain/cart.ts'
import { isToCome } from '#domain/perks.ts'
import { typeOf } from '#domain/products.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { useNow } from '#web/app/subscriptions.ts'
import { ProductPicture } from '#web/art/product-picture.tsx'
import { saveTypedDetails } from '#web/features/accounts/typed-details.ts'
import { useBuy } from '#web/features/cart/use-buy.ts'
import { DeliverySteps } from '#web/features/perks/delivery-steps.tsx'
import { perkName, productOfPerk, renewalOf } from '#web/features/perks/perk-products.ts'
import { Price, SaleNote } from '#web/features/products/price.tsx'
import { formatDateTime } from '#web/i18n/format-time.ts'
import { formatDuration } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { PerkCalendar, periodText, sourceLabels } from './perk-calendar.tsx'
import type { RgbColor } from '#domain/color.ts'
import { call } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { changeNewestData, queryKeys } from '#web/app/query-client.ts'
import { toast } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { TagPreview } from '#web/features/products/tag-preview.tsx'

/** A perk of a Steam ID: until when, its colour, what is to come, its delivery and its history. */
export function PerkCard({ perk }: { readonly perk: PerkView }) {
  const { params, calendar, delivery, history } = perk
  const product = productOfPerk(perk.perk)
  const headingId = useId()
  return (
    <article
      aria-labelledby={headingId}
      className="cut cut-size-20 grid grid-cols-[minmax(0,1fr)] gap-6 p-4 sm:p-6"
    >
      <div className="flex flex-wrap items-center gap-x-5 gap-y-4">
        {product && (
          <ProductPicture
            product={product}
            type={typeOf(product)}
            name={product.name}
            className="size-18 sm:size-22"
          />
        )}
        <div className="min-w-48 flex-1">
          <h3 id={headingId} className="text-xl leading-tight sm:text-2xl">
            {perkName(perk.perk)}
          </h3>
          <PerkTime perk={perk} />
        </div>
        <Renewal perk={perk} />
      </div>
      {params.color && delivery.state !== 'suspended' && (
        <PerkColor perk={perk} color={params.color} />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-6 border-t border-line pt-5 md:grid-cols-2">
        <div>
          <h4 className="mb-4 font-display font-semibold">{m.delivery_label()}</h4>
          <DeliverySteps {...perk} />
        </div>
        {calendar.length > 0 && (
          <div>
            <h4 className="mb-4 font-display font-semibold">{m.perks_calendar()}</h4>
            <PerkCalendar grants={calendar} />
          </div>
        )}
      </div>
      {history.length > 0 ? (
        <div className="border-t border-line pt-2">
          <Disclosure title={m.perks_history()}>
            <History history={history} />
          </Disclosure>
        </div>
      ) : (
        <p className="border-t border-line pt-4 text-sm text-muted">{m.perks_part()}</p>
      )}
    </article>
  )
}

function PerkTime({ perk: { delivery, startsAt, endsAt } }: { readonly perk: PerkView }) {
  const now = useNow()
  if (delivery.state === 'suspended' || now === null) return null
  if (isToCome(startsAt, now)) return <p className="mt-1">{periodText({ startsAt, endsAt })}</p>
  if (endsAt === null) return <p className="mt-1">{m.perks_permanent()}</p>
  return (
    <>
      <p className="mt-1">
        <time dateTime={endsAt}>{m.perks_until({ date: formatDateTime(endsAt) })}</time>
      </p>
      <p className="text-crystal">
        {m.perks_left({ duration: formatDuration(Date.parse(endsAt) - now) })}
      </p>
    </>
  )
}

/** Only of what they bought for somebody else do buyers see no history. */
function recipientOf({ steamId, history }: PerkView) {
  return history.length === 0
    ? { forSomebodyElse: true, otherSteamId: steamId }
    : { forSomebodyElse: false, steamId }
}

/** Puts the same into the cart, and its Steam ID into the checkout. */
function Renewal({ perk }: { readonly perk: PerkView }) {
  const { isLeaving, buy } = useBuy()
  const offer = renewalOf(perk)
  if (!offer || offer.durationMonths === null || perk.endsAt === null) return null
  // Nothing more is offered to a player whose payment is disputed.
  if (perk.delivery.state === 'suspended') return null

  return (
    <div className="grid justify-items-center gap-1.5 max-sm:w-full max-sm:justify-items-stretch">
      <Button
        pending={isLeaving}
        aria-label={m.perks_renew_of({ perk: perkName(perk.perk) })}
        onClick={() => {
          saveTypedDetails(recipientOf(perk))
          buy(newCartItem(offer, perk.lastColor ?? undefined))
        }}
      >
        {m.perks_renew()}
      </Button>
      <p className="text-center text-sm text-muted">
        <span>{`${m.duration_months({ count: offer.durationMonths })} · `}</span>
        <Price of={offer} />
      </p>
      <SaleNote prices={[offer]} className="text-center text-sm text-muted" />
    </div>
  )
}

type Change = PerkView['history'][number]

const changeLabels: Readonly<Record<Change['what'], () => string>> = {
  granted: m.perks_granted,
  voided: m.perks_voided,
  suspended: m.delivery_suspended,
  resumed: m.perks_resumed,
  colored: m.perks_colored,
}

function History({ history }: Pick<PerkView, 'history'>) {
  // Counted from the oldest, so that a new one leaves the others their numbers.
  const changes = history.map((change, index) => ({ ...change, number: history.length - index }))
  return (
    <ol className="grid gap-2">
      {changes.map(({ number, at, what, source }) => (
        <li key={number} className="flex flex-wrap justify-between gap-x-4">
          <span>
            <span className="text-ink">{changeLabels[what]()}</span>
            {source !== null && <span>{` · ${sourceLabels[source]()}`}</span>}
          </span>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </li>
      ))}
    </ol>
  )
}

interface PerkColorProps {
  readonly perk: PerkView
  readonly color: RgbColor
}

function PerkColor({ perk, color }: PerkColorProps) {
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
      <FormFailure title={m.perks_color_failed_title()} form={form} />
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
