import * as z from 'zod/mini'
import { publicSections } from '#contract/site-sections.ts'
import { cents, parseAmount, toDecimal } from '#domain/money.ts'
import type { PackTerms } from '#domain/packs.ts'
import type { ApiProblem } from '#web/app/api-client.ts'
import type { FieldErrors } from '#web/app/use-form.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { isSame } from './admin-shop-sections.ts'

export const typedPack = z.object({ amount: z.string(), bonus: z.string(), price: z.string() })
export type TypedPack = z.output<typeof typedPack>
export type PackField = keyof TypedPack

export function typedFrom(pack: PackTerms | null): TypedPack {
  if (!pack) return { amount: '', bonus: '0', price: '' }
  const price = toDecimal(cents(Math.round(pack.priceDollars * 100)))
  return { amount: String(pack.amount), bonus: String(pack.bonus), price }
}

/** The pack that the form describes; what is no number is refused by the contract. */
export function packFrom({ amount, bonus, price }: TypedPack, priceId: string): PackTerms {
  const priceCents = parseAmount(price.replace('$', ''))
  return {
    amount: wholeNumber(amount),
    bonus: wholeNumber(bonus),
    priceDollars: (priceCents ?? 0) / 100,
    priceId,
  }
}

function wholeNumber(text: string): number {
  const digits = text.replaceAll(/\s/g, '')
  return /^\d+$/.test(digits) ? Number(digits) : Number.NaN
}

/** The name of a new pack in our calls: `price_kr_2000`. */
function newPriceId(amount: number, packs: readonly PackTerms[]): string {
  const base = `price_kr_${amount}`
  const taken = new Set(packs.map(({ priceId }) => priceId))
  for (let number = 1; ; number += 1) {
    const id = number === 1 ? base : `${base}_${number}`
    if (!taken.has(id)) return id
  }
}

/** The packs with what the form makes of one of them, or with a new one at the end. */
export function packsWith(typed: TypedPack, base: PackTerms | null, packs: readonly PackTerms[]) {
  const found = packs.findIndex((pack) =>
    // A new one that is there already: the answer to an earlier try may have been lost.
    base ? pack.priceId === base.priceId : isSame(pack, packFrom(typed, pack.priceId)),
  )
  const index = found === -1 ? packs.length : found
  const there = packs[index] ?? null
  const priceId = base?.priceId ?? there?.priceId ?? newPriceId(wholeNumber(typed.amount), packs)
  const made = { ...packFrom(typed, priceId), hidden: (there ?? base)?.hidden }
  const next = packs.toSpliced(index, 1, made)
  return { there, index, next, isThere: isSame(there, made) }
}

/** What is wrong with a pack among the others, at the fields of its form. */
export function packFaults(packs: readonly PackTerms[], index: number): FieldErrors<PackField> {
  const issues = publicSections.packs.safeParse(packs).error?.issues ?? []
  return faultsAt(
    issues.flatMap(({ path: [place, name] }) => (place === index ? [String(name)] : [])),
  )
}

export function refusedFields({ errors }: ApiProblem): FieldErrors<PackField> {
  return faultsAt(errors.map(({ path }) => path.split('.').at(-1) ?? ''))
}

function faultsAt(names: readonly string[]): FieldErrors<PackField> {
  const fields = new Set(names.map((name) => (name === 'priceDollars' ? 'price' : name)))
  const known = (['amount', 'bonus', 'price'] as const).filter((name) => fields.has(name))
  return Object.fromEntries(known.map((field) => [field, m.admin_pack_fault({ field })]))
}
