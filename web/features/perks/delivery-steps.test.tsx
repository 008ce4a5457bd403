import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { shownDeliveryStates, type DeliveryView } from '#contract/perks.ts'
import { DeliverySteps } from './delivery-steps.tsx'

const at = '2026-11-12T10:00:00.000Z'
const endsAt = '2027-03-03T12:00:00.000Z'

/** The steps as they are read, the current one in brackets. */
function stepsOf(delivery: DeliveryView): string[] {
  const markup = renderToStaticMarkup(
    <DeliverySteps perk="priority_queue" delivery={delivery} startsAt={at} endsAt={endsAt} />,
  )
  return [
    ...markup.matchAll(/<li( aria-current="step")?.*?<span class="(?:font|text).*?>(.*?)</g),
  ].map(([, current, label = '']) => (current ? `[${label}]` : label))
}

function textOf(
  delivery: DeliveryView,
  end: string | null = endsAt,
  perk = 'priority_queue',
  startsAt = at,
): string {
  const markup = renderToStaticMarkup(
    <DeliverySteps perk={perk} delivery={delivery} startsAt={startsAt} endsAt={end} />,
  )
  return markup.replaceAll(/<[^>]*>/g, ' ')
}

test('shows what has happened, where it stands and what is to come', () => {
  const steps = [
    { state: 'queued', at },
    { state: 'sending', at },
  ] as const
  expect(stepsOf({ state: 'sending', steps: [...steps] })).toEqual([
    'Enregistré',
    '[Envoi vers le jeu]',
    'Transmis au jeu',
    'Livré et vérifié',
  ])
  expect(stepsOf({ state: 'queued', steps: [] })).toHaveLength(4)
})

test('has nothing to come once it is delivered, and says until when it lasts', () => {
  const delivery: DeliveryView = { state: 'verified', steps: [{ state: 'verified', at }] }
  expect(stepsOf(delivery)).toEqual(['[Livré et vérifié]'])
  expect(textOf(delivery)).toContain('3 mars 2027')
  expect(textOf(delivery, null)).toContain('sans limite')
  expect(textOf(delivery)).not.toContain('couleur')
  expect(textOf(delivery, endsAt, 'clan_tag_color')).toContain('Choisissez la couleur en jeu')
})

test('says of what begins later that it is ready, without the steps of what runs until then', () => {
  const delivery: DeliveryView = { state: 'verified', steps: [{ state: 'verified', at }] }
  const text = textOf(
    delivery,
    '2127-06-03T12:00:00.000Z',
    'priority_queue',
    '2127-03-03T12:00:00.000Z',
  )
  expect(text).toContain('Commence tout seul le 3 mars 2127')
  expect(text).not.toMatch(/Livré|Actif/)
})

test('says of what the staff hands over that nothing is late', () => {
  const delivery: DeliveryView = {
    state: 'needs_owner',
    reason: 'by_hand',
    steps: [{ state: 'needs_owner', at }],
  }
  expect(stepsOf(delivery)).toEqual(['[Confié au staff]', 'Livré et vérifié'])
})

test('says where the player is expected: in the game, or on Discord', () => {
  const waiting: DeliveryView = { state: 'waiting_first_join', steps: [] }
  expect(textOf({ ...waiting, reason: 'never_joined' })).toContain('serveur de jeu')
  expect(textOf({ ...waiting, reason: 'not_in_guild' })).toContain('serveur Discord')
})

test('shows no reason of a failure, but when it is tried again', () => {
  const failing = { reason: 'disk_full', until: '2026-11-12T10:05:00.000Z' }
  const steps: DeliveryView['steps'] = [
    { state: 'queued', at },
    { state: 'sending', at },
  ]
  for (const state of ['needs_owner', 'retrying'] as const) {
    const text = textOf({ state, steps: [...steps, { state, at }], ...failing })
    expect(text).not.toContain('disk_full')
    expect(text).toMatch(/Prochain essai à \d\d:05/)
    expect(text).toMatch(/rien n’est perdu/i)
  }
})

test('shows no steps of what a dispute has taken back', () => {
  const delivery: DeliveryView = { state: 'suspended', steps: [{ state: 'verified', at }] }
  expect(stepsOf(delivery)).toEqual(['[Suspendu]'])
})

test('ends with the transfer to another Steam ID', () => {
  expect(stepsOf({ state: 'moved', steps: [] })).toEqual(['[Transfert vers un autre Steam ID]'])
})

test('has a text for every state', () => {
  for (const state of shownDeliveryStates) expect(stepsOf({ state, steps: [] })).not.toEqual([])
})
