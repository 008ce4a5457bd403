import { afterEach, expect, test } from 'vitest'
import { languages } from '../../contract/language.ts'
import { problemStatus, type ProblemCode } from '../../contract/problem.ts'
import { setLanguage } from '../i18n/runtime.ts'
import { ApiProblem } from './client.ts'
import { problemMessage } from './problem-message.ts'

afterEach(() => setLanguage('fr'))

const codes = Object.keys(problemStatus).filter((code): code is ProblemCode =>
  Object.hasOwn(problemStatus, code),
)

test.each(codes)('%s is a sentence of its own in every language', (code) => {
  const sentences = languages.map((language) => {
    setLanguage(language)
    return problemMessage(new ApiProblem(code, problemStatus[code]))
  })
  expect(new Set(sentences).size).toBe(languages.length)
  for (const sentence of sentences) expect(sentence).toMatch(/^\p{Lu}.+\.$/u)
})

test('a missing network is told apart from a fault of ours', () => {
  setLanguage('en')
  expect(problemMessage(new ApiProblem('network_error', 0))).toContain('could not be reached')
  expect(problemMessage(new TypeError('x is undefined'))).toContain('on our side')
})
