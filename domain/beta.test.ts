import { expect, it } from 'vitest'
import { keepBetaDigits } from './beta.ts'

it('keeps the digits of a pasted code, and no more than it can have', () => {
  expect(keepBetaDigits(' 05-05-2025 ')).toBe('05052025')
  expect(keepBetaDigits('123456789')).toBe('12345678')
})
