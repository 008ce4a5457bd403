import { useRef, useState } from 'react'
import { cartItemPriceCents, type CartItem } from '#domain/cart.ts'
import { cents, sumCents } from '#domain/money.ts'
import { normalCode } from '#domain/offers.ts'
import { paths } from '#contract/paths.ts'
import { ApiProblem, type FailureCode } from '#web/app/api-client.ts'
import { Disclosure } from '#web/app/disclosure.tsx'
import { Link } from '#web/app/links.tsx'
import { queryClient } from '#web/app/query-client.ts'
import { useForm } from '#web/app/use-form.ts'
import { Icon } from '#web/art/icon.tsx'
import { codeFault, codeProblemText } from '#web/features/offers/code-problems.ts'
import { catalogue } from '#web/features/products/catalogue.ts'
import { formatCents, formatNumber } from '#web/i18n/format.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Notice } from '#web/ui/notice.tsx'
import {
  applyCode,
  codePricesQuery,
  recheckCode,
  removeCode,
  type CodeState,
  type PricedItem,
} from './cart-code.ts'

interface CodePanelProps {
  /** At what they cost now. */
  readonly items: readonly PricedItem[]
  readonly code: CodeState
}

/** The code of the cart: its field, or what it does. */
export function CodePanel({ items, code: { stored, isPending, problem, left } }: CodePanelProps) {
  const active = stored?.ended === null ? stored : null
  const place = useRef<HTMLDivElement>(null)
  // What was pressed goes.
  const change = (next: () => void) => {
    place.current?.focus()
    next()
  }
  return (
    <div ref={place} tabIndex={-1} className="mb-5 border-y border-line py-1">
      <div aria-live="polite" className="empty:hidden">
        {active && (
          <AppliedCode
            code={active.code}
            text={isPending ? m.code_checking() : effectText(items, problem, left)}
            onRemove={() => change(removeCode)}
            onRetry={problem ? () => void recheckCode() : null}
          />
        )}
        {stored && stored.ended !== null && (
          <Notice
            tone="warning"
            className="my-3"
            title={m.code_dropped({ code: stored.code })}
            action={
              <Button tone="secondary" onClick={() => change(removeCode)}>
                {m.close()}
              </Button>
            }
          >
            <p>
              <span>{codeProblemText(new ApiProblem(stored.ended, 0))}</span>
              {stored.ended === 'code_is_gift' && <RedeemLink />}
            </p>
            <p>{m.code_rest_kept()}</p>
          </Notice>
        )}
      </div>
      {!active && (
        <Disclosure title={m.code_have_one()}>
          <CodeForm items={items} onKnown={(code) => change(() => applyCode(code))} />
        </Disclosure>
      )}
    </div>
  )
}

/** What the code does for the items. */
function effectText(
  items: readonly PricedItem[],
  problem: ApiProblem | null,
  left: number | null,
): string {
  if (problem) return `${codeProblemText(problem)} ${m.code_not_counted()}`
  const saved = sumCents(items.map(savedCents))
  const isSaleKept = items.some(
    (item) => item.code === undefined && catalogue().findOffer(item)?.sale,
  )
  const kept = isSaleKept ? ` ${m.code_sale_kept()}` : ''
  if (saved === 0) return `${m.code_saves_nothing()}${kept}`
  const saves = m.code_saves({ amount: formatCents(saved) })
  const rest = left === null ? '' : ` ${m.code_left({ count: formatNumber(left) })}`
  return rest + kept === '' ? saves : `${saves}.${rest}${kept}`
}

function savedCents(item: PricedItem) {
  if (item.code === undefined) return cents(0)
  const now = catalogue().findOffer(item)?.priceCents ?? 0
  return cents(Math.max(0, now - cartItemPriceCents(item)))
}

interface AppliedCodeProps {
  readonly code: string
  readonly text: string
  readonly onRemove: () => void
  readonly onRetry: (() => void) | null
}

function AppliedCode({ code, text, onRemove, onRetry }: AppliedCodeProps) {
  return (
    <div className="py-2">
      <p className="flex items-center gap-2">
        <Icon name="tag" className="size-5 shrink-0 text-crystal" />
        <span className="min-w-0 flex-1 font-semibold wrap-anywhere">
          <span>{m.code_label()}</span> <span translate="no">{code}</span>
        </span>
        <Button
          tone="quiet"
          aria-label={m.code_remove_label({ code })}
          onClick={onRemove}
          className="-my-2 -mr-3"
        >
          {m.code_remove()}
        </Button>
      </p>
      <p className="text-sm text-muted">{text}</p>
      {onRetry && (
        <Button tone="secondary" onClick={onRetry} className="mt-2">
          {m.retry()}
        </Button>
      )}
    </div>
  )
}

interface CodeFormProps {
  readonly items: readonly CartItem[]
  readonly onKnown: (code: string) => void
}

/** Asks the server whether it knows a code. */
function CodeForm({ items, onKnown }: CodeFormProps) {
  const [text, setText] = useState('')
  const [refusal, setRefusal] = useState<FailureCode | null>(null)
  const form = useForm<'code'>({
    validate: () => ({ code: codeFault(text) }),
    send: async () => {
      setRefusal(null)
      const code = normalCode(text)
      await queryClient.fetchQuery(codePricesQuery(code, items))
      onKnown(code)
    },
    explain: (problem) => {
      setRefusal(problem.code)
      return { code: codeProblemText(problem) }
    },
  })
  return (
    <form {...form.props} className="grid gap-3 pb-2">
      <div aria-live="polite">
        <TextField
          name="code"
          label={m.code_label()}
          error={form.errors.code}
          readOnly={form.isPending}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          translate="no"
          value={text}
          onChange={({ target }) => {
            setText(target.value)
            setRefusal(null)
          }}
        />
        {refusal === 'code_is_gift' && <RedeemLink />}
      </div>
      <Button
        type="submit"
        tone="secondary"
        className="justify-self-start"
        pending={form.isPending}
        pendingLabel={m.code_checking()}
      >
        {m.code_apply()}
      </Button>
    </form>
  )
}

function RedeemLink() {
  return (
    <Link
      href={paths.redeem()}
      className="flex min-h-11 w-fit items-center text-crystal underline underline-offset-4"
    >
      {m.redeem_link()}
    </Link>
  )
}
