import { useId, useRef, useState, type RefObject } from 'react'
import { listOffers, stopOffer, type OfferView } from '#contract/offers.ts'
import { isGift } from '#domain/offers.ts'
import { AskButton } from '#web/admin-kit/confirm-dialog.tsx'
import { LoadedSection, useFirst } from '#web/admin-kit/section-parts.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { refreshFigures, useAdminQuery, useLiveRefresh } from '#web/admin-kit/use-admin-data.ts'
import { CopyButton, formatAmount } from '#web/admin-kit/values.tsx'
import { tickMs, useNow } from '#web/app/subscriptions.ts'
import { AddButton, showOpenForm, UnsavedMark } from '#web/admin-kit/edit-form.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { ChangeOfferDialog } from './admin-offer-change.tsx'
import { offerState } from './admin-offer-draft.ts'
import { MadeCodes, offerDraft, OfferForm } from './admin-offer-form.tsx'
import {
  fullName,
  givenText,
  productsText,
  stateTexts,
  timesText,
  usesText,
} from './admin-offer-texts.ts'

/** The open form: empty, or filled with a copied offer. */
type OpenForm = { readonly copied: OfferView | null } | null

/** Sales, codes and gifts: what they give, how often they were used and what they brought. */
export function OffersSection() {
  const offers = useAdminQuery(listOffers)
  const [open, setOpen] = useState<OpenForm>(null)
  const [made, setMade] = useState<readonly OfferView[]>([])
  const [newButtonId, codesId] = [useId(), useId()]
  const list = useRef<HTMLDivElement>(null)
  useLiveRefresh(offers.refresh)

  function close(next = newButtonId): void {
    setOpen(null)
    focusLater(next)
  }

  return (
    <LoadedSection
      title={m.admin_offers()}
      lead={m.admin_offers_lead()}
      loaded={offers}
      skeletons={<Skeleton className="h-40" />}
    >
      {(value) => (
        <>
          {value.onlyPacks && (
            <Notice tone="warning" title={m.admin_offers_hosted_title()} className="mb-6">
              {m.admin_offers_hosted()}
            </Notice>
          )}
          <MadeCodes
            id={codesId}
            offers={made}
            onClose={() => {
              setMade([])
              focusLater(newButtonId)
            }}
          />
          {open === null ? (
            <AddButton
              id={newButtonId}
              form={offerDraft(null)}
              onClick={() => setOpen({ copied: null })}
            >
              {m.admin_offer_new()}
            </AddButton>
          ) : (
            <OfferForm
              key={open.copied?.id}
              copied={open.copied}
              onlyPacks={value.onlyPacks}
              onClose={() => close()}
              onMade={(added, isShown) => {
                const codes = added.filter(({ code }) => code !== null)
                setMade(codes)
                if (isShown) close(codes.length > 0 ? codesId : newButtonId)
                refreshOffers()
              }}
            />
          )}
          <div ref={list} tabIndex={-1}>
            <OfferList
              offers={value.offers}
              list={list}
              onCopy={(copied) =>
                copied.id === open?.copied?.id ? showOpenForm() : setOpen({ copied })
              }
            />
          </div>
        </>
      )}
    </LoadedSection>
  )
}

/** In the next frame, when it is there. */
function focusLater(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus())
}

/** Requests the list and the figures again. */
function refreshOffers(): void {
  refreshFigures(listOffers)
}

interface OfferListProps {
  readonly offers: readonly OfferView[]
  /** Gets the focus once an offer is gone. */
  readonly list: RefObject<HTMLElement | null>
  readonly onCopy: (offer: OfferView) => void
}

const offersAtOnce = 30

function OfferList({ offers, list, onCopy }: OfferListProps) {
  const { shown, more } = useFirst(offers, offersAtOnce)
  const [changed, setChanged] = useState<string | null>(null)
  const changing = offers.find(({ id }) => id === changed)
  if (offers.length === 0) return <Notice>{m.admin_offers_none()}</Notice>
  return (
    <>
      <ul aria-label={m.admin_offers()} className="border-t border-line">
        {shown.map((offer) => (
          <li key={offer.id} className="border-b border-line py-4">
            <OfferRow
              offer={offer}
              list={list}
              onCopy={() => onCopy(offer)}
              onChange={() => setChanged(offer.id)}
            />
          </li>
        ))}
      </ul>
      {more}
      {changing && (
        <ChangeOfferDialog
          offer={changing}
          onClose={() => setChanged(null)}
          onChanged={refreshOffers}
        />
      )}
    </>
  )
}

interface OfferRowProps extends Pick<OfferListProps, 'list'> {
  readonly offer: OfferView
  readonly onCopy: () => void
  readonly onChange: () => void
}

function OfferRow({ offer, list, onCopy, onChange }: OfferRowProps) {
  const { id, code, note } = offer
  // The clock of the page is a tick behind what was just made or stopped.
  const state = offerState(offer, (useNow() ?? Date.parse(offer.createdAt)) + tickMs)
  const given = givenText(offer)
  const name = fullName(offer)
  const products = productsText(offer)
  const row = useRef<HTMLDivElement>(null)
  return (
    <div
      ref={row}
      tabIndex={-1}
      className="grid gap-x-8 gap-y-3 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto]"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Badge tone={stateTexts[state].tone}>{stateTexts[state].label()}</Badge>
          <span className="font-display text-lg font-semibold">
            <KrText>{given}</KrText>
          </span>
          {code === null && <span className="text-muted">{m.admin_offer_for_everybody()}</span>}
          <UnsavedMark form={offerDraft(offer)} />
        </p>
        {code !== null && (
          <p className="flex items-center">
            <span translate="no" className="tag-print wrap-anywhere">
              {code}
            </span>
            <CopyButton text={code} label={m.admin_offer_copy_code({ code })} />
          </p>
        )}
        {products !== null && <p className="mt-1 text-sm text-muted">{products}</p>}
        {note !== '' && <p className="mt-1 text-sm wrap-anywhere">{note}</p>}
      </div>
      <div className="min-w-0 text-sm text-muted">
        <p>{timesText(offer)}</p>
        <p className="mt-1">{usesText(offer)}</p>
        <Income offer={offer} />
      </div>
      <div className="flex flex-wrap items-start gap-2 lg:justify-end">
        <Button tone="secondary" aria-label={m.admin_offer_copy_label({ name })} onClick={onCopy}>
          {m.admin_offer_copy()}
        </Button>
        {state !== 'over' && (
          <Button
            tone="secondary"
            aria-label={m.admin_offer_change_label({ name })}
            onClick={onChange}
          >
            {m.admin_offer_change()}
          </Button>
        )}
        <AskButton
          tone="secondary"
          isOffered={state !== 'over'}
          owner={state === 'coming' ? list : row}
          done={m.admin_offer_stopped()}
          label={m.admin_offer_stop()}
          name={m.admin_offer_stop_label({ name })}
          title={m.admin_offer_stop_title({ name })}
          failureTitle={m.admin_offer_stop_failed()}
          pending={m.admin_offer_stopping()}
          send={() => adminCall(stopOffer, { params: { id } })}
          refresh={refreshOffers}
        >
          <p>{state === 'coming' ? m.admin_offer_stop_coming() : m.admin_offer_stop_question()}</p>
        </AskButton>
      </div>
    </div>
  )
}

/** What was paid with an offer, less refunds; nothing of gifts, which cost nothing. */
function Income({ offer: { kind, incomeCents, incomeUsdCents } }: { readonly offer: OfferView }) {
  if (isGift(kind)) return null
  const dollars = incomeUsdCents === 0 ? [] : [formatAmount(incomeUsdCents, 'USD')]
  const income = [formatAmount(incomeCents, 'EUR'), ...dollars].join(' + ')
  return (
    <p className="mt-1 font-semibold text-ink tabular-nums">{m.admin_offer_income({ income })}</p>
  )
}
