import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { ApiProblem, call, stripeTimeoutMs, type FailureCode } from '#web/app/api-client.ts'
import { readStored, writeStored } from '#web/app/browser-storage.ts'
import { ButtonLink, DiscordLink } from '#web/app/links.tsx'
import { useNavigate, useQueryParameter } from '#web/app/navigation.ts'
import { paths } from '#contract/paths.ts'
import { queryKeys, refetchAfterChange } from '#web/app/query-client.ts'
import { onReturn, useIsHydrated } from '#web/app/subscriptions.ts'
import { toast } from '#web/app/toasts.ts'
import { ErrorStormPicture } from '#web/art/error-storm-picture.tsx'
import { formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Screen } from '#web/ui/layout.tsx'
import { Spinner } from '#web/ui/loading.tsx'

const announcedSessionKey = 'toldKryptoSession'

/** The page that Stripe sends players back to: it checks the payment, and shows what it can offer now. */
export default function KryptoSuccessPage() {
  const { checkout, isChecking, checkNow } = useCheckoutStatus()
  const { text, isGood, offered } = screenContents[checkout.status]
  const title = titleOf(checkout)
  return (
    // As tall as the viewport: the next page can have any height, and the footer must not move.
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
        <CheckoutStatusActions offered={offered} isChecking={isChecking} onCheck={checkNow} />
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
    offered: 'check',
  },
  unreachable: { title: m.packs_trouble_title, text: m.packs_unreachable_text, offered: 'check' },
  unknown: { title: m.packs_trouble_title, text: m.packs_unknown_text, offered: 'again' },
  declined: { title: m.packs_trouble_title, text: m.packs_declined_text, offered: 'again' },
  expired: { title: m.packs_expired_title, text: m.packs_expired_text, offered: 'again' },
  review: { title: m.packs_review_title, text: m.packs_review_text, offered: 'again' },
  banned: { title: m.packs_banned_title, text: m.packs_banned_text, offered: 'again' },
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

/** The actions: wait for the first response, spend the Kr, check again, or buy again. */
type OfferedActions = 'wait' | 'spend' | 'check' | 'again'

interface CheckoutStatusActionsProps {
  readonly offered: OfferedActions
  readonly isChecking: boolean
  readonly onCheck: () => void
}

function CheckoutStatusActions({ offered, isChecking, onCheck }: CheckoutStatusActionsProps) {
  if (offered === 'wait') return <Spinner className="size-10 text-crystal" />
  if (offered === 'spend') return <SpendActions />
  return (
    <>
      {offered === 'check' ? (
        <Button size="large" pending={isChecking} pendingLabel={m.packs_asking()} onClick={onCheck}>
          {m.retry()}
        </Button>
      ) : (
        <ButtonLink href={paths.kryptoPoints()} size="large">
          {m.packs_back()}
        </ButtonLink>
      )}
      <DiscordLink newTab className={buttonClass({ tone: 'secondary', size: 'large' })}>
        {m.packs_contact()}
      </DiscordLink>
    </>
  )
}

function SpendActions() {
  return (
    <>
      <ButtonLink href={paths.shop()} size="large">
        {m.packs_to_shop()}
      </ButtonLink>
      <ButtonLink href={paths.kryptoPoints()} tone="secondary" size="large">
        {m.packs_back()}
      </ButtonLink>
      <ButtonLink href={paths.wallet()} tone="quiet" size="large">
        {m.to_wallet()}
      </ButtonLink>
    </>
  )
}

const processing: CheckoutStatus = { status: 'processing' }

/** Polls the checkout in the page's address until it is final. Without one it leads to the packs. */
function useCheckoutStatus() {
  const isHydrated = useIsHydrated()
  const sessionId = useQueryParameter('session_id') ?? ''
  const navigate = useNavigate()
  const isMissing = isHydrated && sessionId === ''
  // Since the page opened, the player or the network returned, or the player pressed "Retry": the
  // waits grow with them.
  const checks = useRef(0)

  useEffect(() => {
    if (isMissing) navigate(paths.kryptoPoints(), { replace: true })
  }, [isMissing, navigate])

  useEffect(
    () =>
      onReturn(() => {
        checks.current = 0
      }),
    [],
  )

  const {
    data: checkout = processing,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['pack-checkout', sessionId],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<CheckoutStatus>(queryKey) ?? processing
      const now = await fetchCheckout(sessionId, before)
      checks.current += 1
      announce(sessionId, before, now)
      return now
    },
    enabled: sessionId !== '',
    refetchInterval: ({ state: { data = processing } }) =>
      mayChange(data) && pollDelayMs(checks.current - 1),
    refetchOnWindowFocus: ({ state: { data = processing } }) => mayChange(data) && 'always',
  })

  function checkNow() {
    checks.current = 0
    void refetch()
  }
  return { checkout, isChecking: isFetching, checkNow }
}

function announce(sessionId: string, before: CheckoutStatus, now: CheckoutStatus): void {
  if (now.status === 'credited') {
    void refetchAfterChange(queryKeys.balances)
    // A reload is not a second purchase.
    if (readStored('sessionStorage', announcedSessionKey) === sessionId) return
    writeStored('sessionStorage', announcedSessionKey, sessionId)
    toast({
      title: m.packs_success_toast({ kr: formatNumber(now.totalKr) }),
      tone: 'success',
      topic: 'pack',
    })
  } else if (before.status === 'processing' && now.status !== 'pending') {
    toast({ title: m.packs_trouble_toast(), tone: 'destructive', topic: 'pack' })
  }
}

async function fetchCheckout(sessionId: string, before: CheckoutStatus): Promise<CheckoutStatus> {
  try {
    const { totalKrypto } = await call(
      import('#contract/kryptonite.ts').then(({ syncPack }) => syncPack),
      { body: { sessionId }, timeoutMs: stripeTimeoutMs },
    )
    return { status: 'credited', totalKr: totalKrypto }
  } catch (error) {
    return statusAfter(before, error instanceof ApiProblem ? error.code : 'unexpected_answer')
  }
}

/**
 * The status of a checkout, as its page shows it. `pending`: the payment method takes time.
 * `review`: the payment does not match the order, and the staff checks it. `unreachable`: our
 * server or Stripe did not respond.
 */
export type CheckoutStatus =
  | { readonly status: 'processing' | 'pending' | 'unreachable' }
  | { readonly status: 'declined' | 'expired' | 'refunded' | 'review' | 'banned' | 'unknown' }
  | { readonly status: 'credited'; readonly totalKr: number }

const statusByCode: Readonly<Partial<Record<FailureCode, CheckoutStatus>>> = {
  payment_pending: { status: 'pending' },
  payment_declined: { status: 'declined' },
  payment_expired: { status: 'expired' },
  payment_in_review: { status: 'review' },
  banned: { status: 'banned' },
  payment_refunded: { status: 'refunded' },
  session_not_found: { status: 'unknown' },
  // An invalid session id.
  validation_failed: { status: 'unknown' },
}

/** The status after an error. A pending payment stays pending through a temporary failure. */
export function statusAfter(before: CheckoutStatus, code: FailureCode): CheckoutStatus {
  return statusByCode[code] ?? (before.status === 'pending' ? before : { status: 'unreachable' })
}

/** Whether a later check may give another status. */
export function mayChange({ status }: CheckoutStatus): boolean {
  return status === 'processing' || status === 'pending' || status === 'unreachable'
}

const firstDelayMs = 2000
const maxDelayMs = 5 * 60_000

/** The wait before the next poll, from two seconds to five minutes: a bank may take days. */
export function pollDelayMs(round: number): number {
  return Math.min(maxDelayMs, Math.round(firstDelayMs * 1.5 ** round))
}
