import { expect, test } from 'vitest'
import { ApiProblem } from '#web/app/api-client.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { noticeForOpening, reduceProgress } from './checkout-state.ts'
import type { OpenedOrder } from './opened-order.ts'

const itemId = '0b0c7c86-5a3e-4b6f-9d51-0d6c8a0f1a11'
const order: OpenedOrder = {
  orderId: 'order-1',
  item: { id: itemId, name: 'Priority Queue', type: 'Priority Queue', price: 25, duration: 3 },
  steamId: '76561198006409531',
  discordUsername: 'nadia',
  forSomebodyElse: false,
  listedAsDonor: false,
  itemIds: [itemId],
  paypalOrderId: 'PAYPAL-1',
  phase: 'open',
  status: 'pending',
}

test('a ban is refused with its reason, also of what was paid meanwhile', () => {
  const ban = { reason: 'Duped items.', until: null }
  const problem = new ApiProblem('banned', 403, { ban })
  const notice = noticeForOpening(problem)
  expect(notice).toMatchObject({ isBan: true })
  expect(JSON.stringify(notice)).toContain('Duped items.')
  const answered = {
    type: 'answered',
    request: 'capture',
    answer: { ok: false, problem },
  } as const
  expect(reduceProgress({ ...order, phase: 'capturing' }, null, answered)).toEqual({
    order: null,
    notice,
  })
  const refused = { type: 'start_refused', code: problem.code, ban } as const
  expect(reduceProgress(order, null, refused)).toEqual({ order: null, notice })
})

test('a ban of somebody else is refused without its reason', () => {
  const problem = new ApiProblem('banned', 403, { ban: { reason: null, until: null } })
  const notice = noticeForOpening(problem)
  expect(notice).toMatchObject({ isBan: true })
  expect(JSON.stringify(notice)).toContain(m.ban_of_others())
})
