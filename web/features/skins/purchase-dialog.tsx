import { useEffect, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { ApiProblem } from '#web/app/api-client.ts'
import { ButtonLink } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { useServerData } from '#web/app/query-client.ts'
import { useForm } from '#web/app/use-form.ts'
import { useOwnSteamId } from '#web/features/accounts/own-steam-id.ts'
import { SteamIdField } from '#web/features/accounts/player-fields.tsx'
import { FillInThroughSteam } from '#web/features/accounts/steam-fill-in.tsx'
import { RecipientField } from '#web/features/checkout/buyer-fields.tsx'
import { balanceQuery } from '#web/features/kryptonite/balance.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Attempt } from './buy-skin.ts'
import { ItemPicture } from './item-picture.tsx'

interface PurchaseDialogProps {
  readonly item: ShopItemView
  /** The last purchase tried on this page. If it was of this item, the form starts with its account. */
  readonly lastAttempt: Attempt | null
  readonly isBuying: boolean
  readonly onConfirm: (steamId: SteamId64, forSomebodyElse: boolean) => void
  readonly onCancel: (reason?: 'no_steam_id') => void
}

/** Shows the item, the account and the balance, and asks for confirmation. */
export function PurchaseDialog(props: PurchaseDialogProps) {
  const { item, lastAttempt, isBuying, onConfirm, onCancel } = props
  const known = useOwnSteamId().ownSteamId
  // Stays what it was when it was shown first: the account must not change under a press.
  const [ownSteamId, setOwnSteamId] = useState(known)
  if (ownSteamId === null && known !== null) setOwnSteamId(known)
  const [{ isOther, typed }, setRecipient] = useState(() => initialRecipient(item, lastAttempt))
  const ownText = ownSteamId ?? (lastAttempt?.forSomebodyElse ? '' : lastAttempt?.steamId)
  const text = typed ?? (isOther ? '' : (ownText ?? ''))
  const setText = (changed: string) => setRecipient({ isOther, typed: changed })
  const [isMissing, setIsMissing] = useState(false)
  const steamId = parseSteamId(text)
  const form = useForm<'steamId'>({
    validate: () => ({
      steamId:
        !steamId.ok && steamId.problem !== 'steam_id_empty' && m.player_steam_id_unrecognised(),
    }),
    send: async () => {
      if (isBuying) return
      if (!steamId.ok) onCancel('no_steam_id')
      else if (navigator.onLine) onConfirm(steamId.steamId64, isOther)
      else throw new ApiProblem('network_error', 0)
    },
    explain: () => m.shop_confirm_offline(),
  })

  return (
    <Dialog
      title={m.shop_confirm_title({ name: item.name })}
      closeLabel={m.close()}
      onClose={() => onCancel()}
    >
      {/* The form only filters the key that is still held from before. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form {...form.props} onKeyDown={ignoreHeldKey} className="grid gap-5">
        <div className="grid items-start gap-4 min-[24rem]:grid-cols-[6rem_minmax(0,1fr)] sm:grid-cols-[9rem_minmax(0,1fr)]">
          <span className="hidden overflow-hidden border border-line min-[24rem]:block">
            <ItemPicture item={item} />
          </span>
          <PurchaseSum
            key={steamId.ok ? steamId.steamId64 : 'none'}
            priceKr={item.price}
            steamId={steamId.ok ? steamId.steamId64 : null}
            onMissing={setIsMissing}
          />
        </div>
        <RecipientField
          isOther={isOther}
          isFrozen={isBuying}
          onChange={(choice) => {
            setRecipient({ isOther: choice, typed: null })
            form.clearErrors('steamId')
          }}
        />
        <SteamIdField
          key={String(isOther)}
          hint={m.shop_steam_id_hint()}
          text={text}
          result={steamId}
          isFrozen={isBuying}
          error={form.errors.steamId}
          onChange={setText}
        />
        {!isOther && (
          <FillInThroughSteam onFilled={setText} reopens={item.id} isFrozen={isBuying} />
        )}
        {form.failure !== null && (
          <Notice live tone="warning">
            {form.failure}
          </Notice>
        )}
        <div className="flex flex-wrap gap-3">
          {isMissing && (
            <ButtonLink href={paths.kryptoPoints()} size="large" className="grow">
              <KrText>{m.get_kr()}</KrText>
            </ButtonLink>
          )}
          {/* Never disabled, because the balance may be outdated. */}
          <Button
            type="submit"
            tone={isMissing ? 'secondary' : 'primary'}
            size="large"
            pending={isBuying}
            pendingLabel={m.shop_confirm_pending()}
            className="grow"
          >
            <KrText>{m.shop_confirm({ price: formatKr(item.price) })}</KrText>
          </Button>
          <Button
            tone={isMissing ? 'quiet' : 'secondary'}
            size="large"
            disabled={isBuying}
            onClick={() => onCancel()}
            className="grow"
          >
            {m.shop_cancel()}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface Recipient {
  readonly isOther: boolean
  /** Null until something is typed. */
  readonly typed: string | null
}

function initialRecipient(item: ShopItemView, lastAttempt: Attempt | null): Recipient {
  if (lastAttempt?.itemId !== item.id) return { isOther: false, typed: null }
  return { isOther: lastAttempt.forSomebodyElse, typed: lastAttempt.steamId }
}

/** The dialog opens while the key is still down, and its repeats must neither type nor confirm. */
function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat && (event.key === ' ' || event.key === 'Enter')) event.preventDefault()
}

interface PurchaseSumProps {
  readonly priceKr: number
  /** Null until a valid one was entered. */
  readonly steamId: SteamId64 | null
  /** Called with whether the loaded balance is too low. */
  readonly onMissing: (isMissing: boolean) => void
}

/**
 * Price, balance and remainder; another account needs another component instance. The server does
 * its own calculation.
 */
function PurchaseSum({ priceKr, steamId, onMissing }: PurchaseSumProps) {
  const { state } = useServerData(balanceQuery(steamId))
  const isMissing = state.status === 'answered' && state.value.balance < priceKr

  useEffect(() => {
    onMissing(isMissing)
    return () => onMissing(false)
  }, [isMissing, onMissing])

  if (steamId === null) {
    return <Sum priceKr={priceKr} balance={m.shop_balance_after_steam_id()} left="—" />
  }
  if (state.status !== 'answered') {
    const isWaiting = state.status === 'waiting'
    const balance = isWaiting ? m.shop_balance_loading() : m.shop_balance_not_known()
    return <Sum priceKr={priceKr} balance={balance} left="—" />
  }
  const { balance } = state.value
  const leftKr = balance - priceKr
  if (leftKr >= 0) {
    return <Sum priceKr={priceKr} balance={formatKr(balance)} left={formatKr(leftKr)} />
  }
  return (
    <div>
      <Sum priceKr={priceKr} balance={formatKr(balance)} left="—" />
      <p className="mt-2 text-sm text-amber">{m.shop_missing({ amount: formatKr(-leftKr) })}</p>
    </div>
  )
}

interface SumProps {
  readonly priceKr: number
  readonly balance: ReactNode
  readonly left: ReactNode
}

function Sum({ priceKr, balance, left }: SumProps) {
  return (
    <dl aria-live="polite" className="grid gap-1.5">
      <SumRow label={m.shop_price()} value={formatKr(priceKr)} isMain />
      <SumRow label={m.shop_account_balance()} value={balance} />
      <SumRow label={m.shop_left()} value={left} />
    </dl>
  )
}

interface SumRowProps {
  readonly label: string
  readonly value: ReactNode
  readonly isMain?: boolean
}

function SumRow({ label, value, isMain = false }: SumRowProps) {
  return (
    <div className="flex flex-wrap items-baseline justify-between gap-x-3 border-b border-line pb-1.5">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className={classNames('kr', isMain && 'text-lg text-crystal')}>{value}</dd>
    </div>
  )
}
