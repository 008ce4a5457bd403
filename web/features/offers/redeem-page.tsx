import { useEffect, useRef, useState } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import { redeemCode } from '#contract/offers.ts'
import { paths } from '#contract/paths.ts'
import { normalCode } from '#domain/offers.ts'
import { parseSteamId } from '#domain/steam-id.ts'
import { call, type FailureCode } from '#web/app/api-client.ts'
import { createIdempotencyKey } from '#web/app/idempotency-key.ts'
import { ButtonLink, Link } from '#web/app/links.tsx'
import { queryClient, queryKeys } from '#web/app/query-client.ts'
import { useIsHydrated } from '#web/app/subscriptions.ts'
import { useForm } from '#web/app/use-form.ts'
import { useSession } from '#web/app/session.ts'
import { useOwnSteamId } from '#web/features/accounts/own-steam-id.ts'
import { refusedFields, SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { FillInThroughSteam } from '#web/features/accounts/steam-fill-in.tsx'
import { readSteamId, storedSteamId } from '#web/features/accounts/stored-player.ts'
import { perkName } from '#web/features/perks/perk-products.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { PageHeading, Panel } from '#web/ui/layout.tsx'
import { LoadingText, Skeleton } from '#web/ui/loading.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { codeFault, codeProblemText } from './code-problems.ts'

type Gift = AnswerOf<typeof redeemCode>

/** Takes the code of a gift, and says what it gave. */
export default function RedeemPage() {
  const [gift, setGift] = useState<Gift | null>(null)
  const isHydrated = useIsHydrated()
  const place = useRef<HTMLDivElement>(null)
  return (
    // As tall as the viewport: the form and what it gives have other heights, and the footer must not move.
    <div className="page min-h-svh">
      <PageHeading eyebrow={m.redeem_eyebrow()} title={m.redeem_title()} lead={m.redeem_lead()} />
      <div ref={place} className="max-w-xl">
        {!isHydrated && <LoadingForm />}
        {isHydrated && !gift && <RedeemForm onGiven={setGift} />}
        {gift && (
          <GivenNotice
            gift={gift}
            onAgain={() => {
              setGift(null)
              // In the next frame, when the form is there again.
              requestAnimationFrame(() => place.current?.querySelector('input')?.focus())
            }}
          />
        )}
      </div>
    </div>
  )
}

/** A placeholder until this device's Steam ID can be read. */
function LoadingForm() {
  return (
    <>
      <LoadingText>{m.page_loading()}</LoadingText>
      <Skeleton className="h-72" />
    </>
  )
}

const redemption = createIdempotencyKey()

function RedeemForm({ onGiven }: { readonly onGiven: (gift: Gift) => void }) {
  const { ownSteamId } = useOwnSteamId()
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState<string | null>(null)
  const [refusal, setRefusal] = useState<FailureCode | null>(null)
  const text = typed ?? ownSteamId ?? ''
  const steamId = parseSteamId(text)

  const form = useForm<'code' | 'steamId'>({
    validate: () => ({
      code: codeFault(code),
      steamId: !steamId.ok && m.player_steam_id_unrecognised(),
    }),
    send: async () => {
      setRefusal(null)
      if (steamId.ok) onGiven(await redeem(code, steamId.steamId64))
    },
    explain: (problem) => {
      setRefusal(problem.code)
      const { steamId: refused } = refusedFields(problem)
      if (refused) return { steamId: refused }
      const isOfCode = problem.code.startsWith('code_') || problem.code === 'validation_failed'
      const shown = codeProblemText(problem)
      return isOfCode ? { code: shown } : shown
    },
  })

  return (
    <Panel>
      <form {...form.props} className="grid gap-5">
        <div aria-live="polite">
          <TextField
            name="code"
            label={m.code_label()}
            hint={m.redeem_code_hint()}
            error={form.errors.code}
            required
            readOnly={form.isPending}
            maxLength={100}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            translate="no"
            value={code}
            onChange={({ target }) => {
              setCode(target.value)
              setRefusal(null)
            }}
          />
          {refusal === 'code_is_discount' && (
            <Link
              href={paths.cart()}
              className="flex min-h-11 w-fit items-center text-crystal underline underline-offset-4"
            >
              {m.redeem_to_cart()}
            </Link>
          )}
        </div>
        <SteamIdField
          hint={m.redeem_steam_id_hint()}
          text={text}
          result={steamId}
          error={form.errors.steamId}
          isFrozen={form.isPending}
          onChange={setTyped}
        />
        <FillInThroughSteam onFilled={setTyped} isFrozen={form.isPending} />
        {form.failure !== null && (
          <Notice live tone="error" title={m.redeem_failed()}>
            {form.failure}
          </Notice>
        )}
        <Button
          type="submit"
          size="large"
          pending={form.isPending}
          pendingLabel={m.redeem_pending()}
        >
          {m.redeem_submit()}
        </Button>
      </form>
    </Panel>
  )
}

/** @throws {ApiProblem} when nothing was given, or the answer was lost; then the same press may be repeated. */
async function redeem(code: string, steamId: string): Promise<Gift> {
  const body = { code: normalCode(code), steamId }
  try {
    const gift = await call(redeemCode, { body, idempotencyKey: redemption.of(body) })
    redemption.ended()
    if (readSteamId() === null) storedSteamId.write(steamId)
    for (const queryKey of [queryKeys.balances, queryKeys.account]) {
      void queryClient.invalidateQueries({ queryKey })
    }
    return gift
  } catch (problem) {
    redemption.ended(problem)
    throw problem
  }
}

interface GivenNoticeProps {
  readonly gift: Gift
  readonly onAgain: () => void
}

/** Takes the focus, because the form is gone. */
function GivenNotice({ gift: { perk, value }, onAgain }: GivenNoticeProps) {
  const { user } = useSession()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  const title =
    perk === null
      ? m.redeem_kr({ amount: formatKr(value) })
      : m.redeem_perk({ perk: perkName(perk), months: m.duration_months({ count: value }) })
  return (
    <div ref={place} tabIndex={-1}>
      <Notice
        live
        tone="success"
        title={<KrText>{title}</KrText>}
        action={
          <div className="flex flex-wrap gap-3">
            {perk === null && <ButtonLink href={paths.wallet()}>{m.to_wallet()}</ButtonLink>}
            {/* Without an account that page shows only what this browser has bought. */}
            {perk !== null && user && (
              <ButtonLink href={paths.perks()}>{m.redeem_to_perks()}</ButtonLink>
            )}
            <Button tone="quiet" onClick={onAgain}>
              {m.redeem_again()}
            </Button>
          </div>
        }
      >
        {perk === null ? m.redeem_kr_text() : m.redeem_perk_text()}
      </Notice>
    </div>
  )
}
