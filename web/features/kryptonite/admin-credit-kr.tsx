import { discordUsername } from '#contract/fields.ts'
import { creditKr, listBalances, type CreditKrRequest } from '#contract/kryptonite.ts'
import { searchPlayers } from '#contract/players.ts'
import { useState, type ComponentProps } from 'react'
import { parseSteamId, type SteamIdResult } from '#domain/steam-id.ts'
import { longestName } from '#domain/text-limits.ts'
import { krAddress } from '#web/admin-kit/address.ts'
import { ConfirmDialog } from '#web/admin-kit/confirm-dialog.tsx'
import { adminCall } from '#web/admin-kit/session.ts'
import { failureText } from '#web/admin-kit/texts.ts'
import { useAdminQuery } from '#web/admin-kit/use-admin-data.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import { FormFailure } from '#web/app/form-failure.tsx'
import { createIdempotencyKey, isOutcomeUnknown } from '#web/app/idempotency-key.ts'
import { TextLink } from '#web/app/links.tsx'
import { textFault } from '#web/app/text-fault.ts'
import { toast, toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { SteamProfileText } from '#web/features/accounts/steam-fill-in.tsx'
import { formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { readTypedKr } from './admin-kr-texts.ts'

interface Credited extends CreditKrRequest {
  readonly balance: number
}

// Outside the component, so that the same request keeps its key after a lost response, even if the
// owner visits another section before the retry.
const attempt = createIdempotencyKey()

const empty = { steamId: '', name: '', amount: '' }
type Typed = typeof empty

/** Credits Kr to a player. A double press, or a retry after a lost response, credits them once. */
export function CreditKrPanel() {
  const [typed, setTyped] = useState(empty)
  const [isUncertain, setIsUncertain] = useState(false)
  const [latest, setLatest] = useState<Credited | null>(null)
  const [asked, setAsked] = useState<CreditKrRequest | null>(null)
  const steamId = parseSteamId(typed.steamId)
  const form = useForm<keyof Typed>({
    validate: () => validate(typed, steamId),
    send: async () => {
      const amount = readTypedKr(typed.amount)
      if (!steamId.ok || amount === null) return
      const body = { steamId: steamId.steamId64, discordUsername: typed.name.trim(), amount }
      if (await isKnown(body.steamId)) await credit(body)
      else setAsked(body)
    },
    explain,
  })
  // Stays true whatever is typed next.
  const failure = form.failure ?? (isUncertain ? m.admin_shop_credit_unknown() : null)

  function explain(problem: ApiProblem): string {
    attempt.ended(problem)
    setIsUncertain(isOutcomeUnknown(problem))
    toastFailure(m.admin_error(), m.admin_shop_credit_failed(), 'credit')
    return isOutcomeUnknown(problem) ? m.admin_shop_credit_unknown() : failureText(problem)
  }

  async function credit(body: CreditKrRequest) {
    setIsUncertain(false)
    const { balance } = await adminCall(creditKr, { body, idempotencyKey: attempt.of(body) })
    attempt.ended()
    const done = { ...body, balance }
    toast({
      title: creditedText(done),
      description: balanceText(done),
      tone: 'success',
      topic: 'credit',
    })
    setLatest(done)
    setTyped(empty)
  }

  return (
    <Panel title={m.admin_shop_credit_title()}>
      <form {...form.props} className="grid gap-5">
        <div>
          <SteamIdField
            hint={m.admin_shop_steam_id_hint()}
            text={typed.steamId}
            result={steamId}
            isFrozen={form.isPending}
            error={form.errors.steamId}
            onChange={(text) => setTyped({ ...typed, steamId: text })}
          />
          {steamId.ok && <KnownAccount steamId={steamId.steamId64} />}
        </div>
        <TextField
          name="name"
          label={m.admin_discord()}
          error={form.errors.name}
          required
          readOnly={form.isPending}
          maxLength={longestName}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={typed.name}
          onChange={({ target }) => setTyped({ ...typed, name: target.value })}
        />
        <TextField
          name="amount"
          label={<KrText>{m.admin_shop_amount()}</KrText>}
          hint={m.admin_shop_amount_hint()}
          error={form.errors.amount}
          required
          readOnly={form.isPending}
          inputMode="numeric"
          maxLength={12}
          autoComplete="off"
          value={typed.amount}
          onChange={({ target }) => setTyped({ ...typed, amount: target.value })}
        />
        <FormFailure title={m.admin_shop_credit_failed()} form={{ failure, isLost: isUncertain }} />
        <Button type="submit" pending={form.isPending} pendingLabel={m.admin_shop_crediting()}>
          {m.admin_shop_credit()}
        </Button>
      </form>
      {asked && (
        <UnknownPlayerDialog
          steamId={asked.steamId}
          text={m.admin_shop_new_account_text({
            steamId: asked.steamId,
            name: asked.discordUsername,
          })}
          failureTitle={m.admin_shop_credit_failed()}
          submit={m.admin_shop_new_account_credit({ amount: formatKr(asked.amount) })}
          pending={m.admin_shop_crediting()}
          send={() => credit(asked)}
          explain={explain}
          onClose={() => setAsked(null)}
        />
      )}
      {latest && failure === null && (
        <Notice tone="success" className="mt-6" title={creditedText(latest)}>
          <span>{balanceText(latest)}</span>{' '}
          <TextLink href={krAddress({ list: 'transactions', search: latest.steamId })}>
            {m.admin_shop_see_lines()}
          </TextLink>
        </Notice>
      )}
    </Panel>
  )
}

function validate({ name, amount, ...typed }: Typed, steamId: SteamIdResult) {
  const errors = {
    steamId: !steamId.ok && m.player_steam_id_unrecognised(),
    name: textFault(discordUsername, name, m.admin_shop_discord_empty),
    amount: readTypedKr(amount) === null && m.admin_shop_amount_invalid(),
  }
  const isMissing = [typed.steamId, name, amount].some((text) => text.trim() === '')
  const error = isMissing
    ? m.admin_fields_missing()
    : errors.steamId || errors.name || errors.amount
  if (error) toastFailure(m.admin_error(), error, 'credit')
  return errors
}

function creditedText({ amount, discordUsername: name }: Credited): string {
  return m.admin_shop_credited({ amount: formatNumber(amount), name })
}

function balanceText({ balance }: Credited): string {
  return m.admin_shop_new_balance({ balance: formatKr(balance) })
}

interface UnknownPlayerDialogProps extends Omit<
  ComponentProps<typeof ConfirmDialog>,
  'title' | 'children'
> {
  readonly steamId: string
  readonly text: string
}

/** Asks once more before Kr go to a Steam ID that nobody here has seen: it may be a typo. */
export function UnknownPlayerDialog({ steamId, text, ...dialog }: UnknownPlayerDialogProps) {
  return (
    <ConfirmDialog {...dialog} title={m.admin_player_unknown()}>
      <p>{text}</p>
      <p className="mt-4 flex items-center gap-2 text-ink">
        <SteamProfileText steamId64={steamId} />
      </p>
    </ConfirmDialog>
  )
}

/** False as well where that cannot be found out. */
async function isKnown(steamId: string): Promise<boolean> {
  const found = await adminCall(searchPlayers, { query: { search: steamId } }).catch(() => null)
  return found?.players.some((player) => player.steamId === steamId) ?? false
}

/** The shop's data on an account, so that a typo in its number is noticed before Kr go to a stranger. */
function KnownAccount({ steamId }: { readonly steamId: string }) {
  const { value, isLoading, failure } = useAdminQuery(listBalances, { query: { search: steamId } })
  const known = value?.balances.find((balance) => balance.steamId === steamId)
  const isUnknown = value !== null && !isLoading && failure === null && !known
  return (
    <p aria-live="polite" className="text-sm wrap-anywhere">
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
