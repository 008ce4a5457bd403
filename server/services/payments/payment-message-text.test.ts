import { expect, it } from 'vitest'
import { readMessageTexts } from '#server/services/messages/message-texts.ts'
import { composePackMessage, type PackMessageKind } from './payment-message-text.ts'

type PaidPack = Parameters<typeof composePackMessage>[2]

const paid: PaidPack = {
  buyer_hash: null,
  user_id: null,
  id: 'an order',
  steam_id: '76561198006409530',
  discord_username: 'sokol',
  for_somebody_else: false,
  agreed_terms: null,
  agreed_at: null,
  amount: 1000,
  bonus: 100,
  price_cents: 999,
  list_price_cents: null,
  offer_id: null,
  currency: 'USD',
  price_id: 'price_1',
  provider_mode: 'test',
  session_id: 'cs_test_1',
  session_url: null,
  payment_intent: 'pi_1',
  status: 'paid',
  mismatch: null,
  refunded_cents: 0,
  disputed_cents: 0,
  kr_taken_back: 0,
  revision: 2,
  next_check_at: null,
  networks: null,
  created_at: new Date(0),
  paid_at: new Date(1),
  payer_country: null,
  has_open_dispute: false,
}

const compose = (kind: PackMessageKind, order: PaidPack) =>
  composePackMessage(readMessageTexts('fr'), kind, order)
const fieldsOf = (kind: PackMessageKind, order: PaidPack) =>
  Object.fromEntries(compose(kind, order).fields.map(({ name, value }) => [name, value]))

it.each([
  ['pack_refunded', { status: 'refunded', refunded_cents: 999 }, /remboursé$/, /repris les Kr/],
  ['pack_refunded', { status: 'paid', refunded_cents: 99 }, /remboursé en partie$/, /^Rien/],
  ['pack_refunded', { status: 'refunded', disputed_cents: 999 }, /Litige Stripe perdu/, /^Rien/],
  ['pack_disputed', { status: 'disputed', disputed_cents: 999 }, /litige ou/, /date limite/],
  ['pack_disputed', { status: 'paid', has_open_dispute: true }, /litige ou/, /sans réponse/],
  ['pack_disputed', { status: 'paid' }, /litige/, /déjà clos/],
  ['pack_dispute_won', { status: 'paid' }, /gagné/, /rendu les Kr/],
  ['pack_mismatch', { mismatch: 'amount', paid_at: null }, /ne correspond pas/, /^Aucun Kr/],
  ['pack_mismatch', {}, /ne correspond pas/, /réglée entre-temps/],
] as const)('the message %s with %o says what to do', (kind, state, title, action) => {
  const order = { ...paid, ...state }
  expect(compose(kind, order).title).toMatch(title)
  expect(fieldsOf(kind, order)).toMatchObject({
    Pack: '1000 Kr + 100 Kr',
    Prix: '9.99 $',
    'Steam ID': '76561198006409530',
    Discord: 'sokol',
    Commande: 'an order',
    'Paiement Stripe': 'pi_1',
    'À faire': expect.stringMatching(action),
  })
})

it('shows the returned amount, if there is one', () => {
  const part = { ...paid, refunded_cents: 99, kr_taken_back: 109 }
  expect(fieldsOf('pack_refunded', part)).toMatchObject({
    Remboursé: '0.99 $',
    'Kr repris': '109 Kr',
  })
  expect(fieldsOf('pack_dispute_won', paid)).not.toHaveProperty('Kr repris')
})

it.each([
  ['amount', /prix du pack/],
  ['something new', /^something new$/],
])('explains the mismatch: %s', (mismatch, reason) => {
  expect(fieldsOf('pack_mismatch', { ...paid, mismatch })['Raison']).toMatch(reason)
})
