import { afterEach, expect, test } from 'vitest'
import { languages } from '#contract/language.ts'
import type { CommonGround } from '#domain/team-match.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { commonGroundText } from './listing-facts.tsx'

const evening = { fromMinute: 20 * 60, toMinute: 23 * 60 }
const morning = { fromMinute: 90, toMinute: 3 * 60 }
const both: CommonGround = { languages: ['ru'], hours: [evening] }

const inAllLanguages = (shared: CommonGround) =>
  languages.map((language) => {
    setLanguage(language)
    return commonGroundText(shared)?.replaceAll('\u00A0', ' ') ?? null
  })

afterEach(() => setLanguage('fr'))

test('hours and languages are one sentence', () => {
  expect(inAllLanguages(both)).toEqual([
    'Vous jouez tous deux de 20:00 à 23:00 et parlez russe',
    'You both play from 20:00 to 23:00 and speak Russian',
    'Вы оба играете с 20:00 до 23:00 и знаете русский',
    'Los dos jugáis de 20:00 a 23:00 y habláis ruso',
  ])
})

test('only shared hours or languages are mentioned', () => {
  expect(inAllLanguages({ languages: [], hours: [morning, evening] })).toEqual([
    'Vous jouez tous deux de 01:30 à 03:00 et de 20:00 à 23:00',
    'You both play from 01:30 to 03:00 and from 20:00 to 23:00',
    'Вы оба играете с 01:30 до 03:00 и с 20:00 до 23:00',
    'Los dos jugáis de 01:30 a 03:00 y de 20:00 a 23:00',
  ])
  expect(inAllLanguages({ languages: ['fr', 'en', 'ru'], hours: [] })).toEqual([
    'Vous parlez tous deux français, anglais et russe',
    'You both speak French, English and Russian',
    'Вы оба знаете французский, английский и русский',
    'Los dos habláis francés, inglés y ruso',
  ])
  expect(commonGroundText({ languages: [], hours: [] })).toBeNull()
})
