import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { setLanguage } from '#web/i18n/runtime.ts'
import { AtAGlance } from './home-page.tsx'

afterEach(() => setLanguage('fr'))

test.each([
  [
    'fr',
    'Du vendredi 19:00 au dimanche 23:59 GMT',
    '8 membres par groupe, pas un de plus.',
    'attendez 30 minutes après le dernier C4.',
  ],
  [
    'en',
    'From Friday 19:00 to Sunday 23:59 GMT',
    '8 members per group, no more.',
    'wait 30 minutes after the last C4.',
  ],
  [
    'ru',
    'По GMT: пятница 19:00 – воскресенье 23:59',
    'В группе не больше 8 человек.',
    'ждите 30 минут после последнего взрыва C4.',
  ],
  [
    'es',
    'Del viernes 19:00 al domingo 23:59 GMT',
    '8 miembros por grupo, ni uno más.',
    'espera 30 minutos tras el último C4.',
  ],
] as const)('the house rules are shown in %s', (language, raidHours, group, building) => {
  setLanguage(language)
  const html = renderToStaticMarkup(
    <Router ssrPath="/">
      <AtAGlance />
    </Router>,
  )
  expect(html).toContain(raidHours)
  expect(html).toContain(group)
  expect(html).toContain(building)
})
