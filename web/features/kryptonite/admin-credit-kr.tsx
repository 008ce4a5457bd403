import { useCallback, useRef, useState, type FormEvent } from 'react'
import { parseSteamId } from '#domain/steam-id.ts'
import { krAddress } from '#web/features/staff/admin-address.ts'
import { failureText } from '#web/features/staff/admin-texts.ts'
import { krApi } from './admin-kr-api.ts'
import { readTypedKr } from './admin-kr-texts.ts'
import { useLoaded } from '#web/features/staff/use-admin-data.ts'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { Link } from '#web/app/links.tsx'
import { toast } from '#web/app/toasts.ts'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'

interface Credited {
  readonly steamId: string
  readonly name: string
  readonly amount: number
  readonly balance: number
}

// Outside the component, so that the same request keeps its key after a lost response, even if the
// owner visits another section before the retry.
const attempt = createIdempotencyKey()

/** Credits Kr to a player. A double press, or a retry after a lost response, credits them once. */
export function CreditKrPanel() {
  const form = useRef<HTMLFormElement>(null)
  const isSending = useRef(false)
  const [steamIdText, setSteamIdText] = useState('')
  const [name, setName] = useState('')
  const [amountText, setAmountText] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [isPending, setIsPending] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  const [credited, setCredited] = useState<readonly Credited[]>([])
  const steamId = parseSteamId(steamIdText)
  const amount = readTypedKr(amountText)

  async function credit(event: FormEvent) {
    event.preventDefault()
    if (isSending.current) return
    setIsChecked(true)
    if (!steamId.ok || name.trim() === '' || amount === null) return refuse()
    const body = { steamId: steamId.steamId64, discordUsername: name.trim(), amount }
    isSending.current = true
    setIsPending(true)
    setFailure(null)
    try {
      const { balance } = await krApi.creditKr(body, attempt.of(body))
      attempt.ended()
      showCredited({ steamId: body.steamId, name: body.discordUsername, amount, balance })
    } catch (reason) {
      attempt.ended(reason)
      setFailure(reason)
      showError(m.admin_shop_credit_failed())
    }
    isSending.current = false
    setIsPending(false)
  }

  function refuse() {
    // Keep only the notice of a lost response, which stays true whatever is typed next.
    setFailure((before: unknown) => (isOutcomeUnknown(before) ? before : null))
    const isMissing = [steamIdText, name, amountText].some((text) => text.trim() === '')
    if (isMissing) showError(m.admin_shop_fields_missing())
    else if (!steamId.ok) showError(m.checkout_steam_id_unrecognised())
    else showError(m.admin_shop_amount_invalid())
    const first = steamId.ok ? (name.trim() === '' ? 1 : 2) : 0
    form.current?.querySelectorAll('input')[first]?.focus()
  }

  function showCredited(done: Credited) {
    toast({
      title: m.admin_shop_credited({ amount: formatNumber(done.amount), name: done.name }),
      description: m.admin_shop_new_balance({ balance: formatKr(done.balance) }),
      tone: 'success',
    })
    setCredited((before) => [...before, done])
    setSteamIdText('')
    setName('')
    setAmountText('')
    setIsChecked(false)
  }

  const latest = credited.at(-1)
  return (
    <Panel title={m.admin_shop_credit_title()}>
      <form ref={form} noValidate onSubmit={(event) => void credit(event)} className="grid gap-5">
        <div>
          <SteamIdField
            id="credit-steam-id"
            hint={m.admin_shop_steam_id_hint()}
            text={steamIdText}
            result={steamId}
            isFrozen={isPending}
            isSent={isChecked}
            refusal={null}
            onChange={setSteamIdText}
          />
          {steamId.ok && <KnownAccount steamId={steamId.steamId64} />}
        </div>
        <TextField
          label={m.admin_shop_discord()}
          error={isChecked && name.trim() === '' ? m.admin_shop_discord_empty() : null}
          required
          readOnly={isPending}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label={<KrText>{m.admin_shop_amount()}</KrText>}
          hint={m.admin_shop_amount_hint()}
          error={isChecked && amount === null ? m.admin_shop_amount_invalid() : null}
          required
          readOnly={isPending}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          value={amountText}
          onChange={(event) => setAmountText(event.target.value)}
        />
        {failure !== null && (
          <Notice live tone="error" title={m.admin_shop_credit_failed()}>
            {isOutcomeUnknown(failure) ? m.admin_shop_credit_unknown() : failureText(failure)}
          </Notice>
        )}
        <Button type="submit" pending={isPending} pendingLabel={m.admin_shop_crediting()}>
          {m.admin_shop_credit()}
        </Button>
      </form>
      {latest && failure === null && (
        <Notice
          tone="success"
          className="mt-6"
          title={m.admin_shop_credited({ amount: formatNumber(latest.amount), name: latest.name })}
        >
          {m.admin_shop_new_balance({ balance: formatKr(latest.balance) })}{' '}
          <Link
            href={krAddress({ list: 'transactions', search: latest.steamId, type: null })}
            className="inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
          >
            {m.admin_shop_see_lines()}
          </Link>
        </Notice>
      )}
    </Panel>
  )
}

function showError(description: string): void {
  toast({ title: m.admin_shop_error(), description, tone: 'destructive' })
}

/** The shop's data on an account, so that a typo in its number is noticed before Kr go to a stranger. */
function KnownAccount({ steamId }: { readonly steamId: string }) {
  const { value, isLoading, failure } = useLoaded(
    useCallback(() => krApi.fetchBalances(steamId), [steamId]),
  )
  const known = value?.items.find((balance) => balance.steamId === steamId)
  const isUnknown = value !== null && !isLoading && failure === null && !known
  return (
    <p aria-live="polite" className="text-sm">
      {known && (
        <span className="text-muted">
          {m.admin_shop_account_known({
            name: known.discordUsername,
            balance: formatKr(known.balance),
          })}
        </span>
      )}
      {isUnknown && <span className="text-amber">{m.admin_shop_account_unknown()}</span>}
    </p>
  )
}
