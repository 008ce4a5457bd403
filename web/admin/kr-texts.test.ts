import { expect, test } from 'vitest'
import { m } from '#web/i18n/paraglide/messages.js'
import { mismatchText, packState } from './kr-texts.ts'

test('a pack that was paid wrongly is not called unpaid', () => {
  expect(packState({ status: 'pending', mismatch: null }).label()).toBe(m.admin_kr_pack_pending())
  const wrong = packState({ status: 'pending', mismatch: 'amount' })
  expect(wrong).toMatchObject({ tone: 'loss' })
  expect(wrong.label()).toBe(m.admin_kr_pack_wrongly_paid())
})

test('every reason that the server has is told in words, and a newer one by its code', () => {
  const texts = ['mode', 'order', 'item', 'currency', 'amount', 'dealt_with'].map(mismatchText)
  expect(new Set(texts).size).toBe(texts.length)
  for (const text of texts) expect(text).not.toMatch(/\(\w+\)/)
  expect(mismatchText('tax')).toBe(m.admin_reason_unknown({ code: 'tax' }))
})
