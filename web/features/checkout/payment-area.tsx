import type { PayPalNamespace } from '@paypal/paypal-js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PaymentOptions } from '#contract/checkout.ts'
import type { Language } from '#contract/language.ts'
import type { FailureCode } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { DiscordLink } from '#web/app/links.tsx'
import { canLoadDocument } from '#web/app/navigation.ts'
import { OneFieldForm } from '#web/app/one-field-form.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  checkoutApi,
  payPalCallbacks,
  requestOrder,
  type PaymentEvents,
  type PayPalCallbacks,
} from './checkout-api.ts'
import { addHostedPress, removeHostedPress, watchPresses } from './hosted-presses.ts'
import type { OpenedOrder } from './opened-order.ts'

interface PaymentAreaProps {
  /** Paid at once. */
  readonly orders: readonly OpenedOrder[]
  readonly options: PaymentOptions
  /** The last attempt was refused because of the shop’s own settings. */
  readonly isRefused: boolean
  /** With the driver `hosted`: the button of the only order. */
  readonly hosted: {
    readonly buttonId: string
    readonly order: OpenedOrder
    /** It was pressed, here or in another tab: another press would pay again. */
    readonly isPressed: boolean
  } | null
  readonly dispatch: (events: PaymentEvents) => void
}

/** Open orders with PayPal's button, which pays them at once. */
export function PaymentArea({ orders, options, isRefused, hosted, dispatch }: PaymentAreaProps) {
  const [isSetUp, setIsSetUp] = useState(true)
  const isCapturing = orders.some(({ phase }) => phase === 'capturing')
  const isInert = isCapturing || hosted?.isPressed === true
  const texts = orders.length > 1 ? textsOfSeveral : textsOfOne
  const ready = hosted ? m.checkout_waiting_hosted : texts.ready
  const orderIds = orders.map(({ orderId }) => orderId)
  return (
    <div className="grid gap-3">
      <ReadyText>{isSetUp && !isRefused ? ready() : texts.open()}</ReadyText>
      {hosted?.isPressed && <HostedPressNotice itemId={hosted.order.item.id} />}
      <div inert={isInert} className={classNames(isInert && 'opacity-40')}>
        <PayPalButton
          options={options}
          callbacks={payPalCallbacks(checkoutApi, orderIds, dispatch)}
          onNotSetUp={() => setIsSetUp(false)}
          hosted={
            hosted && {
              buttonId: hosted.buttonId,
              onPress: () => addHostedPress(hosted.order.item.id),
              onApproval: () => void requestOrder(checkoutApi, hosted.order).then(dispatch),
            }
          }
        />
      </div>
      {isCapturing && <Capturing />}
      {hosted && <ClaimPayment orderId={hosted.order.orderId} dispatch={dispatch} />}
    </div>
  )
}

const textsOfOne = { ready: m.checkout_paypal_ready, open: m.checkout_order_open }
const textsOfSeveral = { ready: m.checkout_pay_all_ready, open: m.checkout_orders_open }

/** Takes the focus from the pay button that it replaces. */
function ReadyText({ children }: { readonly children: string }) {
  const place = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    // Not after a reload, where no button was pressed: the focus stays where it was.
    if (document.activeElement === document.body && document.hasFocus()) place.current?.focus()
  }, [])

  return (
    <p ref={place} tabIndex={-1} aria-live="polite" className="text-muted">
      {children}
    </p>
  )
}

function Capturing() {
  return (
    <p aria-live="polite" className="flex items-center gap-3 text-muted">
      <Spinner />
      {m.checkout_confirming()}
    </p>
  )
}

/** Warns that each press pays again, and lets a buyer who has not paid press again. */
function HostedPressNotice({ itemId }: { readonly itemId: string }) {
  return (
    <Notice
      live
      tone="warning"
      title={m.checkout_hosted_pressed_title()}
      action={
        <Button tone="secondary" onClick={() => removeHostedPress(itemId)}>
          {m.checkout_hosted_not_paid()}
        </Button>
      }
    >
      {m.checkout_hosted_pressed()}
    </Notice>
  )
}

interface ClaimPaymentProps {
  readonly orderId: string
  readonly dispatch: (events: PaymentEvents) => void
}

const failureTexts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  validation_failed: () => m.checkout_claim_invalid(),
  payment_not_found: () => m.checkout_claim_not_found(),
  payment_already_claimed: () => m.checkout_claim_already_claimed(),
  payment_disputed: () => m.checkout_claim_disputed(),
  payment_answer_unreadable: () => m.checkout_unreadable(),
  payment_not_checked: () => m.checkout_claim_not_checked(),
  rate_limited: () => m.checkout_rate_limited(),
}

/** For a payment that our server has not matched: the buyer enters the number on PayPal's receipt. */
function ClaimPayment({ orderId, dispatch }: ClaimPaymentProps) {
  async function claim(transactionId: string): Promise<void> {
    const answer = await checkoutApi.claimPayment(orderId, transactionId.trim())
    if (!answer.ok) throw answer.problem
    dispatch(new Map([[orderId, { type: 'answered', request: 'fetch', answer }]]))
  }

  return (
    <Disclosure title={m.checkout_claim_title()}>
      <p className="mb-4">{m.checkout_claim_text()}</p>
      <OneFieldForm
        label={m.orders_transaction()}
        maxLength={40}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        button={{
          tone: 'secondary',
          className: 'justify-self-start',
          children: m.checkout_claim_submit(),
          pendingLabel: m.checkout_claim_pending(),
        }}
        validate={() => false}
        send={claim}
        explain={({ code }) => (failureTexts[code] ?? m.checkout_claim_unavailable)()}
        formClassName="grid gap-4"
      />
    </Disclosure>
  )
}

interface PayPalButtonProps {
  readonly options: PaymentOptions
  /** PayPal refuses the shop's own client id. */
  readonly onNotSetUp: () => void
  /** For PayPal's own button (driver `orders`). */
  readonly callbacks: PayPalCallbacks
  /** Instead of PayPal's own button (driver `hosted`). */
  readonly hosted: {
    readonly buttonId: string
    /** Hosted buttons report no events, so a press is the only sign of a payment. */
    readonly onPress: () => void
    /** Hosted buttons do not report approvals today; they may in future. */
    readonly onApproval: () => void
  } | null
}

type ButtonPhase = 'loading' | 'rendered' | 'failed' | 'not_set_up'

/** PayPal's own button, with a retry if its script does not load for a reason that may pass. */
function PayPalButton(props: PayPalButtonProps) {
  const [phase, setPhase] = useState<ButtonPhase>('loading')

  /** The browser does not say whether PayPal refuses the shop's client id or an ad blocker its script. */
  async function explainFailure(): Promise<void> {
    setPhase('failed')
    if (await checkoutApi.isSetUp()) return
    setPhase('not_set_up')
    props.onNotSetUp()
  }

  if (phase === 'not_set_up') {
    return (
      <Notice
        live
        tone="error"
        title={m.checkout_not_set_up_title()}
        action={<DiscordLink newTab>{m.contact_on_discord()}</DiscordLink>}
      >
        {m.checkout_not_set_up()}
      </Notice>
    )
  }
  if (phase === 'failed') {
    return (
      <Notice
        live
        tone="error"
        action={
          <Button
            tone="secondary"
            onClick={() => void importPayPalLoader().then(() => setPhase('loading'), reload)}
          >
            {m.retry()}
          </Button>
        }
      >
        {m.checkout_paypal_unavailable()}
      </Notice>
    )
  }
  return (
    <div>
      {phase === 'loading' && (
        <p className="flex min-h-14 items-center gap-3 text-muted">
          <Spinner />
          {m.checkout_paypal_loading()}
        </p>
      )}
      <PayPalContainer
        {...props}
        onRendered={() => setPhase('rendered')}
        onFailed={() => void explainFailure()}
      />
    </div>
  )
}

/** After a release the old code is gone: the document loads the new one, and still has its orders. */
function reload(): void {
  if (canLoadDocument()) location.reload()
}

interface PayPalContainerProps extends PayPalButtonProps {
  readonly onRendered: () => void
  readonly onFailed: () => void
}

/** An element whose content belongs to PayPal: React never renders there. */
function PayPalContainer(props: PayPalContainerProps) {
  const { hosted } = props
  const place = useRef<HTMLDivElement>(null)
  // With the properties of the first render, so that the button does not depend on later ones.
  const render = useEffectEvent((container: HTMLElement) => renderPaymentButton(container, props))
  const rendered = useEffectEvent(props.onRendered)
  const failed = useEffectEvent(props.onFailed)
  const pressed = useEffectEvent(() => hosted?.onPress())

  useEffect(() => {
    const container = document.createElement('div')
    let isUnmounted = false
    let cleanUp = () => container.remove()
    place.current?.append(container)
    const stopWatching = watchPresses(container, () => pressed())

    function keep(removeButton: () => void) {
      cleanUp = () => {
        removeButton()
        container.remove()
      }
      if (isUnmounted) cleanUp()
      else rendered()
    }

    render(container).then(keep, () => {
      if (!isUnmounted) failed()
    })
    return () => {
      isUnmounted = true
      stopWatching()
      cleanUp()
    }
  }, [])

  return <div ref={place} />
}

/**
 * Renders PayPal's button into an element that nothing else uses; returns a function that removes
 * it. Rejects when PayPal's script cannot be loaded or does not offer the button.
 */
async function renderPaymentButton(
  container: HTMLElement,
  { options, callbacks, hosted }: PayPalButtonProps,
): Promise<() => void> {
  const paypal = await loadPayPal(options)
  if (hosted) {
    if (!hasHostedButtons(paypal)) throw new Error('PayPal offers no hosted buttons')
    const { buttonId: hostedButtonId, onApproval: onApprove } = hosted
    container.id = `paypal-container-${hostedButtonId}`
    await paypal.HostedButtons({ hostedButtonId, onApprove }).render(`#${container.id}`)
    return () => container.replaceChildren()
  }
  if (!paypal.Buttons) throw new Error('PayPal offers no buttons')
  const buttons = paypal.Buttons({ ...callbacks, style: { layout: 'vertical' } })
  await buttons.render(container)
  return () => {
    // It rejects when the button's own window is already closed, which is the aim.
    buttons.close().catch(() => {})
    container.replaceChildren()
  }
}

/** The part of PayPal's script for hosted buttons, which its published types lack. */
interface HostedButtons {
  readonly HostedButtons: (options: {
    readonly hostedButtonId: string
    readonly onApprove: () => void
  }) => { readonly render: (container: string) => Promise<void> }
}

// PayPal needs a country for each language, and otherwise falls back to the browser's language.
const payPalLocales: Readonly<Record<Language, string>> = {
  fr: 'fr_FR',
  en: 'en_GB',
  ru: 'ru_RU',
  es: 'es_ES',
}

/** Imports what loads PayPal's script, which the page does not wait for. */
export const importPayPalLoader = () => import('@paypal/paypal-js')

/** Loads PayPal's script for the configured payment driver; rejects when that fails. */
async function loadPayPal(options: PaymentOptions): Promise<PayPalNamespace> {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  const { loadScript } = await importPayPalLoader()
  const namespace = await loadScript({
    clientId: options.clientId,
    components: options.driver === 'orders' ? 'buttons' : 'hosted-buttons',
    currency: options.currency,
    locale: payPalLocales[getLocale()],
    sdkBaseUrl: `${options.scriptOrigin}/sdk/js`,
    ...(nonce && { dataCspNonce: nonce }),
  })
  if (!namespace) throw new Error('PayPal needs a browser')
  return namespace
}

function hasHostedButtons(
  namespace: PayPalNamespace,
): namespace is PayPalNamespace & HostedButtons {
  return 'HostedButtons' in namespace && typeof namespace.HostedButtons === 'function'
}
