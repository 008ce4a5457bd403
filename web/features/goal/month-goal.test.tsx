import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { GoalPanel, MonthGoal } from './month-goal.tsx'

afterEach(() => setLanguage('fr'))

const goal = {
  title: { fr: 'Le serveur de janvier', ru: 'Сервер в январе' },
  amountCents: cents(15_000),
  month: '2027-01',
  reachedCents: cents(10_050),
}

test('the bar says in words what has come in, with the title in the language or in French', () => {
  const html = renderToStaticMarkup(<GoalPanel goal={goal} />)
  expect(html).toContain('100,50\u00A0€ sur 150\u00A0€')
  expect(html).toMatch(/<progress[^>]* max="15000" value="10050"/)
  expect(html).not.toContain(m.goal_reached())
  setLanguage('ru')
  expect(renderToStaticMarkup(<GoalPanel goal={goal} />)).toContain('Сервер в январе')
  setLanguage('es')
  expect(renderToStaticMarkup(<GoalPanel goal={goal} />)).toContain(
    '<h2 id="_R_0_" lang="fr" class="text-xl wrap-anywhere">Le serveur de janvier',
  )
})

test.each([
  [20_000, 15_000, true],
  [0, 0, false],
])('%i cents fill the bar by %i', (reachedCents, value, isReached) => {
  const html = renderToStaticMarkup(
    <GoalPanel goal={{ ...goal, reachedCents: cents(reachedCents) }} />,
  )
  expect(html).toContain(`value="${value}"`)
  expect(html.includes(m.goal_reached())).toBe(isReached)
})

test('nothing is shown without a goal', () => {
  expect(renderToStaticMarkup(<MonthGoal />)).toBe('')
})
