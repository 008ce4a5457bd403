import type { PerkView } from '#contract/perks.ts'

/** A perk as its owner's page gets it: three months of priority queue, in the game. */
export function perkView(changes: Partial<PerkView> = {}): PerkView {
  const [startsAt, endsAt] = ['2026-03-01T12:00:00.000Z', '2027-06-01T12:00:00.000Z']
  return {
    perk: 'priority_queue',
    steamId: '76561198006409530',
    params: {},
    startsAt,
    endsAt,
    renewalDay: null,
    delivery: {
      state: 'verified',
      steps: [
        { state: 'queued', at: startsAt },
        { state: 'verified', at: '2026-03-01T12:00:09.000Z' },
      ],
    },
    lastColor: null,
    colorChangeAt: null,
    calendar: [{ startsAt, endsAt, source: 'order' }],
    history: [{ at: startsAt, what: 'granted', source: 'order' }],
    ...changes,
  }
}
