import type { ApiProblem, FailureCode } from '#web/app/api-client.ts'
import { banText } from '#web/app/ban-text.ts'
import { DiscordLink } from '#web/app/links.tsx'
import { refreshSite } from '#web/app/site.ts'
import { toastFailure } from '#web/app/toasts.ts'
import { useForm } from '#web/app/use-form.ts'
import {
  DiscordNameField,
  SteamIdField,
  refusedFields,
} from '#web/features/accounts/player-fields.tsx'
import { FillInThroughSteam } from '#web/features/accounts/steam-fill-in.tsx'
import type { Player } from '#web/features/accounts/stored-player.ts'
import { Agreement } from '#web/features/checkout/agreement.tsx'
import { RecipientField } from '#web/features/checkout/buyer-fields.tsx'
import { useBuyerForm, type BuyerForm } from '#web/features/checkout/buyer-form.ts'
import { formatDollars, formatKr, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { KrText } from '#web/ui/labels.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { PackPurchase } from './pack-checkout.ts'
import type { ShownPack } from './pack-grid.tsx'

interface BuyPackDialogProps {
  readonly pack: ShownPack
  readonly purchase: PackPurchase
  /** Called when the dialog is closed, or when the checkout has opened. */
  readonly onClose: () => void
}

/** Asks for the player's details, then opens the checkout of a pack. */
export function BuyPackDialog({ pack, purchase, onClose }: BuyPackDialogProps) {
  const details = useBuyerForm(undefined)
  const { isCreating } = purchase
  const form = useForm<keyof Player>({
    validate: () => validate(details),
    send: async () => {
      if (!details.buyer || isCreating) return
      await purchase.buy(pack, details.buyer)
      onClose()
    },
    explain: (problem) => {
      // The button then has the new one.
      if (problem.code === 'price_changed') void refreshSite()
      form.refuse(refusedFields(problem))
      return problemText(problem)
    },
  })

  return (
    <Dialog
      title={<KrText>{m.packs_dialog_title({ amount: formatKr(pack.amount) })}</KrText>}
      closeLabel={m.close()}
      onClose={onClose}
    >
      <form {...form.props} className="grid gap-5">
        <PackSummary pack={pack} />
        <RecipientField
          isOther={details.forSomebodyElse}
          isFrozen={isCreating}
          onChange={(isOther) => {
            details.setForSomebodyElse(isOther)
            form.clearErrors('steamId')
          }}
        />
        <SteamIdField
          key={String(details.forSomebodyElse)}
          hint={m.packs_steam_id_hint()}
          text={details.steamIdText}
          result={details.steamId}
          error={form.errors.steamId}
          isFrozen={isCreating}
          onChange={details.setSteamIdText}
        />
        {!details.forSomebodyElse && (
          <FillInThroughSteam
            onFilled={details.setSteamIdText}
            reopens={String(pack.amount)}
            isFrozen={isCreating}
          />
        )}
        <DiscordNameField
          name={details.discordUsername}
          error={form.errors.discordUsername}
          isFrozen={isCreating}
          onChange={details.setDiscordUsername}
        />
        {form.failure !== null && (
          <Notice
            live
            tone="error"
            title={m.packs_error_text()}
            action={<DiscordLink newTab>{m.packs_contact()}</DiscordLink>}
          >
            {form.failure}
          </Notice>
        )}
        <div>
          <Button
            type="submit"
            size="large"
            className="w-full"
            pending={isCreating}
            pendingLabel={m.packs_creating()}
          >
            {m.packs_pay({ price: formatDollars(pack.priceCents) })}
          </Button>
          <p className="mt-3 text-sm text-muted">{m.packs_pay_hint()}</p>
          <Agreement />
        </div>
      </form>
    </Dialog>
  )
}

function PackSummary({ pack: { amount, bonus, image } }: { readonly pack: ShownPack }) {
  return (
    <div className="flex items-center gap-4 border-b border-line pb-5">
      <img src={image} alt="" width={96} height={60} className="shrink-0" />
      <p>
        <span className="block font-display text-xl font-bold text-crystal">
          <KrText>{m.packs_gets({ total: formatNumber(amount + bonus) })}</KrText>
        </span>
        {bonus > 0 && (
          <span className="text-sm text-muted">
            {m.packs_gets_bonus({ bonus: formatNumber(bonus) })}
          </span>
        )}
      </p>
    </div>
  )
}

function validate({ steamIdText, steamId, discordUsername }: BuyerForm) {
  const isNameMissing = discordUsername.trim() === ''
  if (steamIdText.trim() === '' || isNameMissing) {
    toastFailure(m.packs_missing_title(), m.packs_missing_text())
  }
  return {
    steamId: !steamId.ok && m.player_steam_id_unrecognised(),
    discordUsername: isNameMissing && m.player_discord_empty(),
  }
}

/** Why no checkout was opened, that nothing was charged, and what to do. */
const problemTexts: Readonly<Partial<Record<FailureCode, () => string>>> = {
  card_payments_unavailable: () => m.packs_problem_stripe(),
  payments_not_set_up: () => m.packs_problem_not_set_up(),
  item_not_sold: () => m.packs_problem_not_sold(),
  price_changed: () => m.packs_problem_price(),
  network_error: () => m.packs_problem_network(),
  rate_limited: () => m.packs_problem_rate_limited(),
  too_many_open_checkouts: () => m.too_many_open_checkouts(),
  timeout: () => m.packs_problem_stripe(),
  validation_failed: () => m.packs_problem_fields(),
}

/** A refusal that this page has no text for is explained by the server's own sentence. */
export function problemText({ code, status, sentence, ban }: ApiProblem): string {
  if (ban) return banText(ban)
  const known = problemTexts[code]
  if (known) return known()
  const isRefused = status >= 400 && status < 500
  return isRefused ? (sentence ?? m.purchase_failed_text()) : m.packs_problem_server()
}
