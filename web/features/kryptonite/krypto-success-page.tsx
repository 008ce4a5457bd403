import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { DiscordLink, Link } from '#web/app/links.tsx'
import { useNavigate } from '#web/app/navigation.ts'
import { paths } from '#web/app/paths.ts'
import { onReturn } from '#web/app/subscriptions.ts'
import { toast } from '#web/app/toasts.ts'
import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { startPoll, type Poll } from '#web/app/poll.ts'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/loading.tsx'
import { refreshBalance } from './balance.ts'
import { syncPack } from './packs-api.ts'

const announcedSessionKey = 'toldKryptoSession'

/** Where Stripe sends players back to: looks what has become of the payment. */
export default function KryptoSuccessPage() {
  const navigate = useNavigate()
  const { checkout, isAsking, askNow } = useCheckoutStatus({
    onMissing: () => navigate(paths.kryptoPoints(), { replace: true }),
    onCredited: announceCredited,
    onTrouble: announceTrouble,
  })
  return <CheckoutStatusScreen checkout={checkout} isAsking={isAsking} onAsk={askNow} />
}

function announceCredited(sessionId: string, totalKr: number): void {
  void refreshBalance()
  // A reload is no second purchase.
  if (readStored('sessionStorage', announcedSessionKey) === sessionId) return
  writeStored('sessionStorage', announcedSessionKey, sessionId)
  toast({ title: m.packs_success_toast({ kr: formatNumber(totalKr) }), tone: 'success' })
}

function announceTrouble(): void {
  toast({ title: m.packs_trouble_toast(), tone: 'destructive' })
}

interface CheckoutStatusScreenProps {
  readonly checkout: CheckoutStatus
  readonly isAsking: boolean
  readonly onAsk: () => void
}

/** What has become of a payment, that nothing is lost, and where to go from here. */
function CheckoutStatusScreen({ checkout, isAsking, onAsk }: CheckoutStatusScreenProps) {
  const { text, isGood, offered } = screenContents[checkout.status]
  const title = titleOf(checkout)
  return (
    // As tall as a view: from here it can go on to a page of any height, and the footer must not move.
    <div className="flex min-h-svh flex-1 flex-col">
      <p aria-live="polite" className="sr-only">
        {title}
      </p>
      <Screen
        eyebrow={m.packs_settle_eyebrow()}
        title={title}
        text={text()}
        picture={isGood ? <CrystalPicture /> : <ErrorStormPicture />}
      >
        <CheckoutStatusActions offered={offered} isAsking={isAsking} onAsk={onAsk} />
      </Screen>
    </div>
  )
}

interface ScreenContent {
  readonly title: () => string
  readonly text: () => string
  readonly isGood?: boolean
  readonly offered: OfferedActions
}

const screenContents: Readonly<Record<CheckoutStatus['status'], ScreenContent>> = {
  processing: {
    title: m.packs_processing_title,
    text: m.packs_processing_text,
    isGood: true,
    offered: 'wait',
  },
  credited: {
    title: m.section_krypto_points,
    text: m.packs_success_text,
    isGood: true,
    offered: 'spend',
  },
  pending: {
    title: m.packs_pending_title,
    text: m.packs_pending_text,
    isGood: true,
    offered: 'ask',
  },
  unreachable: { title: m.packs_trouble_title, text: m.packs_unreachable_text, offered: 'ask' },
  unknown: { title: m.packs_trouble_title, text: m.packs_unknown_text, offered: 'again' },
  declined: { title: m.packs_trouble_title, text: m.packs_declined_text, offered: 'again' },
  expired: { title: m.packs_expired_title, text: m.packs_expired_text, offered: 'again' },
  review: { title: m.packs_review_title, text: m.packs_review_text, offered: 'again' },
  refunded: { title: m.packs_refunded_title, text: m.packs_refunded_text, offered: 'again' },
}

function titleOf(checkout: CheckoutStatus): string {
  if (checkout.status !== 'credited') return screenContents[checkout.status].title()
  return m.packs_success_title({ kr: formatNumber(checkout.totalKr) })
}

function CrystalPicture() {
  return (
    <img
      src="/packs/success.svg"
      alt=""
      width={320}
      height={240}
      className="picture block h-auto w-full"
    />
  )
}

/** What can be done: wait for the first answer, spend what came, ask once more, or buy again. */
type OfferedActions = 'wait' | 'spend' | 'ask' | 'again'

interface CheckoutStatusActionsProps {
  readonly offered: OfferedActions
  readonly isAsking: boolean
  readonly onAsk: () => void
}

function CheckoutStatusActions({ offered, isAsking, onAsk }: CheckoutStatusActionsProps) {
  if (offered === 'wait') return <Spinner className="size-10 text-crystal" />
  if (offered === 'spend') return <SpendActions />
  return (
    <>
      {offered === 'ask' ? (
        <Button size="large" pending={isAsking} pendingLabel={m.packs_asking()} onClick={onAsk}>
          {m.packs_retry()}
        </Button>
      ) : (
        <Link href={paths.kryptoPoints()} className={buttonClass({ size: 'large' })}>
          {m.packs_back()}
        </Link>
      )}
      <DiscordLink
        target="_blank"
        rel="noreferrer"
        className={buttonClass({ tone: 'secondary', size: 'large' })}
      >
        {m.packs_contact()}
      </DiscordLink>
    </>
  )
}

function SpendActions() {
  return (
    <>
      <Link href={paths.shop()} className={buttonClass({ size: 'large' })}>
        {m.packs_to_shop()}
      </Link>
      <Link
        href={paths.kryptoPoints()}
        className={buttonClass({ tone: 'secondary', size: 'large' })}
      >
        {m.packs_back()}
      </Link>
      <Link href={paths.wallet()} className={buttonClass({ tone: 'quiet', size: 'large' })}>
        {m.packs_to_wallet()}
      </Link>
    </>
  )
}

interface CheckoutStatusControl {
  readonly checkout: CheckoutStatus
  readonly isAsking: boolean
  readonly askNow: () => void
}

interface CheckoutStatusListeners {
  /** The page's address names no checkout. */
  readonly onMissing: () => void
  readonly onCredited: (sessionId: string, totalKr: number) => void
  /** It was asked for the first time and there is no good answer. */
  readonly onTrouble: () => void
}

/** Polls the checkout that the page's address names until it is final. */
function useCheckoutStatus(listeners: CheckoutStatusListeners): CheckoutStatusControl {
  const [checkout, setCheckout] = useState<CheckoutStatus>({ status: 'processing' })
  const [isAsking, setIsAsking] = useState(true)
  const poll = useRef<Poll | null>(null)
  const announce = useEffectEvent(
    (sessionId: string, before: CheckoutStatus, now: CheckoutStatus) => {
      if (now.status === 'credited') listeners.onCredited(sessionId, now.totalKr)
      else if (before.status === 'processing' && now.status !== 'pending') listeners.onTrouble()
    },
  )
  const missing = useEffectEvent(() => listeners.onMissing())

  useEffect(() => {
    const sessionId = new URLSearchParams(location.search).get('session_id')
    if (!sessionId) return missing()
    let latest: CheckoutStatus = { status: 'processing' }
    let isGone = false

    async function ask(id: string): Promise<void> {
      setIsAsking(true)
      const next = await askOnce(id, latest)
      if (isGone) return
      setIsAsking(false)
      setCheckout(next)
      announce(id, latest, next)
      latest = next
      if (!mayChange(next)) stop()
    }
    const asking = startPoll(
      () => ask(sessionId),
      () => document.hidden,
      pollDelayMs,
    )
    const stopReturning = onReturn(asking.askNow)
    function stop(): void {
      asking.stop()
      stopReturning()
    }
    poll.current = asking
    asking.askNow()
    return () => {
      isGone = true
      stop()
    }
  }, [])

  return { checkout, isAsking, askNow: () => poll.current?.askNow() }
}

async function askOnce(sessionId: string, before: CheckoutStatus): Promise<CheckoutStatus> {
  try {
    const { totalKrypto } = await syncPack(sessionId)
    return { status: 'credited', totalKr: totalKrypto }
  } catch (error) {
    return statusAfter(before, error instanceof ApiProblem ? error.code : 'unexpected_answer')
  }
}

/**
 * How a checkout stands, as its page shows it. `pending`: paid in a way that takes time.
 * `review`: it is not what was asked for, and the staff looks into it. `unreachable`: our server or
 * Stripe did not say.
 */
export type CheckoutStatus =
  | { readonly status: 'processing' | 'pending' | 'unreachable' }
  | { readonly status: 'declined' | 'expired' | 'refunded' | 'review' | 'unknown' }
  | { readonly status: 'credited'; readonly totalKr: number }

const statusByCode: Readonly<Partial<Record<FailureCode, CheckoutStatus>>> = {
  payment_pending: { status: 'pending' },
  payment_declined: { status: 'declined' },
  payment_expired: { status: 'expired' },
  payment_in_review: { status: 'review' },
  payment_refunded: { status: 'refunded' },
  session_not_found: { status: 'unknown' },
  // What is no session id names no session.
  validation_failed: { status: 'unknown' },
}

/** What a refusal says of a checkout. What was known stays through a trouble that passes. */
export function statusAfter(before: CheckoutStatus, code: FailureCode): CheckoutStatus {
  return statusByCode[code] ?? (before.status === 'pending' ? before : { status: 'unreachable' })
}

/** Whether asking again may answer something else. */
export function mayChange({ status }: CheckoutStatus): boolean {
  return status === 'processing' || status === 'pending' || status === 'unreachable'
}

const firstDelayMs = 2000
const longestDelayMs = 5 * 60_000

/** The wait before the next question, from two seconds to five minutes: a bank may take days. */
export function pollDelayMs(round: number): number {
  return Math.min(longestDelayMs, Math.round(firstDelayMs * 1.5 ** round))
}
