import type { OwnedSkinView } from '#contract/skins.ts'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { TransactionView } from '#contract/kryptonite.ts'
import type { TransactionType } from '#domain/kryptonite.ts'
import type { SteamId64 } from '#domain/steam-id.ts'
import { ButtonLink, DiscordButton } from '#web/app/links.tsx'
import { paths } from '#contract/paths.ts'
import { endTopic, toastFailure } from '#web/app/toasts.ts'
import { Icon, type IconName } from '#web/art/icon.tsx'
import { TaskNotes } from '#web/features/tasks/task-notes.tsx'
import { formatDate, formatDateTime } from '#web/i18n/format-time.ts'
import { formatKr } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Badge, KrText } from '#web/ui/labels.tsx'
import { Panel } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { OpenWallet } from './wallet.ts'

interface BalanceCardProps {
  readonly steamId: SteamId64
  /** Kr. */
  readonly balance: number
}

export function BalanceCard({ steamId, balance }: BalanceCardProps) {
  return (
    <Panel tone="crystal">
      <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-5">
        <div className="min-w-0">
          <h2 className="eyebrow">{m.wallet_balance()}</h2>
          <p
            className={`mt-1 flex items-center gap-3 kr text-4xl whitespace-nowrap sm:text-5xl ${balance < 0 ? 'text-loss' : 'text-crystal'}`}
          >
            <Icon name="crystal" className="size-9 sm:size-11" />
            <span>{formatKr(balance)}</span>
          </p>
          <p className="mt-2 text-sm break-words text-muted">{m.wallet_account({ steamId })}</p>
        </div>
        <div className="flex w-full flex-wrap gap-3 sm:w-auto">
          <ButtonLink href={paths.shop()} className="grow">
            {m.wallet_to_shop()}
          </ButtonLink>
          <ButtonLink href={paths.kryptoPoints()} tone="secondary" className="grow">
            <KrText>{m.buy_kr()}</KrText>
          </ButtonLink>
        </div>
      </div>
      {balance < 0 && (
        <Notice tone="warning" title={m.wallet_negative_title()} className="mt-6">
          {m.wallet_negative_text()}
        </Notice>
      )}
    </Panel>
  )
}

interface LedgerPanelProps {
  readonly wallet: OpenWallet
  readonly onOlder: () => Promise<void>
}

export function LedgerPanel({ wallet: { lines, hasOlder }, onOlder }: LedgerPanelProps) {
  const list = useRef<HTMLOListElement>(null)
  // The line before the older ones to load: the focus moves to the first older line, because the
  // button may disappear with the last of them.
  const lastBefore = useRef<number | null>(null)

  useEffect(() => {
    const index = lines.findIndex(({ id }) => id === lastBefore.current)
    const firstOlder = index === -1 ? null : list.current?.children[index + 1]
    if (!(firstOlder instanceof HTMLElement)) return
    lastBefore.current = null
    firstOlder.focus()
  }, [lines])

  const older = useMutation({
    mutationFn: onOlder,
    onMutate: () => {
      endTopic('older')
      lastBefore.current = lines.at(-1)?.id ?? null
    },
    onError: () => {
      lastBefore.current = null
      toastFailure(m.failed_title(), m.wallet_older_failed(), 'older')
    },
  })

  return (
    <Panel title={m.wallet_lines_title()}>
      <ol ref={list} aria-label={m.wallet_lines_label()} className="divide-y divide-line">
        {lines.map((line) => (
          <LedgerLine key={line.id} line={line} />
        ))}
      </ol>
      {hasOlder && (
        <Button
          tone="secondary"
          className="mt-5"
          pending={older.isPending}
          onClick={() => older.mutate()}
        >
          {m.wallet_older()}
        </Button>
      )}
    </Panel>
  )
}

/** One movement: its cause, time, amount, and the balance after it. */
function LedgerLine({ line }: { readonly line: TransactionView }) {
  const [icon, title, detail] = lineTexts[line.type](line)
  const { createdAt, balanceAfter } = line
  return (
    <li tabIndex={-1} className="flex gap-4 py-4 first:pt-0 last:pb-0">
      <span className="hidden size-10 shrink-0 place-items-center bg-raised text-muted sm:grid">
        <Icon name={icon} className="size-5" />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-[1_1_12rem]">
          <p className="font-display font-semibold break-words">
            <KrText>{title}</KrText>
          </p>
          {detail && <p className="text-sm break-words text-muted">{detail}</p>}
          <p className="mt-0.5 text-sm text-muted">
            <time dateTime={createdAt}>{formatDateTime(createdAt)}</time>
          </p>
        </div>
        <div className="flex flex-wrap items-baseline gap-x-4 sm:block sm:text-end">
          <LineAmount amount={line.amount} />
          <p className="text-sm whitespace-nowrap text-muted">
            {m.wallet_after({ balance: formatKr(balanceAfter) })}
          </p>
        </div>
      </div>
    </li>
  )
}

/** Screen readers get a word for the sign, which they would skip. */
function LineAmount({ amount }: { readonly amount: number }) {
  const isGain = amount > 0
  const size = formatKr(Math.abs(amount))
  return (
    <p className={`kr text-lg whitespace-nowrap ${isGain ? 'text-crystal' : 'text-loss'}`}>
      <span aria-hidden="true">{`${isGain ? '+' : '−'}${size}`}</span>
      <span className="sr-only">
        {isGain ? m.wallet_plus({ amount: size }) : m.wallet_minus({ amount: size })}
      </span>
    </p>
  )
}

/** The cause of a line in a player's words. The detail explains it further. */
type LineText = readonly [icon: IconName, title: string, detail?: string]

type DescribeLine = (line: TransactionView) => LineText

const lineTexts: Readonly<Record<TransactionType, DescribeLine>> = {
  pack_purchase: ({ amount }) => ['crystal', m.wallet_line_pack({ amount: formatKr(amount) })],
  pack_bonus: () => ['bolt', m.wallet_line_bonus()],
  skin_purchase: ({ description }) => ['shield', m.wallet_line_skin({ name: description })],
  refund: ({ amount }) =>
    amount < 0
      ? ['back', m.wallet_line_refund(), m.wallet_line_refund_detail()]
      : ['back', m.wallet_line_refund_undone(), m.wallet_line_refund_undone_detail()],
  dispute: ({ amount }) =>
    amount < 0
      ? ['warning', m.wallet_line_dispute(), m.wallet_line_dispute_detail()]
      : ['check', m.wallet_line_dispute_won(), m.wallet_line_dispute_won_detail()],
  admin_add: () => ['donate', m.wallet_line_gift()],
  correction: ({ description }) => ['edit', m.wallet_line_correction(), description],
}

export function SkinsPanel({ skins }: { readonly skins: readonly OwnedSkinView[] }) {
  const isAnyWaiting = skins.some(({ task }) => task.state === 'open')
  return (
    <Panel title={m.wallet_skins_title()}>
      {skins.length === 0 && (
        <>
          <p className="mb-4 text-muted">{m.wallet_skins_empty()}</p>
          <ButtonLink href={paths.shop()} tone="secondary">
            {m.wallet_skins_empty_link()}
          </ButtonLink>
        </>
      )}
      {isAnyWaiting && (
        <Notice
          tone="success"
          title={m.wallet_skins_next_title()}
          className="mb-6"
          action={<DiscordButton newTab>{m.open_discord()}</DiscordButton>}
        >
          {m.wallet_skins_next_text()}
        </Notice>
      )}
      {skins.length > 0 && (
        <ul
          aria-label={m.wallet_skins_label()}
          className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,13rem),1fr))] gap-5"
        >
          {skins.map((skin) => (
            <li key={skin.id}>
              <SkinCard skin={skin} />
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function SkinCard({ skin }: { readonly skin: OwnedSkinView }) {
  const { itemName, priceKr, imageUrl, boughtAt, task } = skin
  return (
    <article className="flex h-full flex-col bg-raised">
      <img
        src={imageUrl}
        alt=""
        width={400}
        height={300}
        loading="lazy"
        decoding="async"
        className="aspect-4/3 w-full bg-ground object-contain"
      />
      <div className="flex flex-1 flex-col items-start gap-2 p-4">
        <SkinState skin={skin} />
        <h3 className="text-lg break-words">{itemName}</h3>
        <p className="text-sm text-muted">
          {m.wallet_skin_bought({ date: formatDate(boughtAt), price: formatKr(priceKr) })}
        </p>
        <TaskNotes notes={task.notes} item={itemName} />
      </div>
    </article>
  )
}

function SkinState({ skin: { deliveredAt, task } }: { readonly skin: OwnedSkinView }) {
  if (deliveredAt !== null) {
    return (
      <Badge tone="crystal">{m.wallet_skin_delivered({ date: formatDate(deliveredAt) })}</Badge>
    )
  }
  const isStarted = task.state === 'in_progress'
  return (
    <Badge tone="amber">{isStarted ? m.wallet_skin_in_progress() : m.wallet_skin_waiting()}</Badge>
  )
}
