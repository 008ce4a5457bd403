import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { LanguagesField, PreferencesPanel, UsualHoursField } from './preference-fields.tsx'
import { PlayStylesField } from './form/listing-form.tsx'

const doNothing = () => {}

const countOf = (html: string, attribute: string) => html.split(attribute).length - 1

test('chosen chips are on, and more can be chosen', () => {
  const html = renderToStaticMarkup(<LanguagesField value={['fr', 'ru']} onChange={doNothing} />)
  expect(countOf(html, 'type="checkbox"')).toBe(12)
  expect(countOf(html, 'checked=""')).toBe(2)
  expect(html).not.toContain('disabled=""')
  expect(html).toContain('6 au plus')
})

test('at the maximum only chosen chips can be changed, and the field says so', () => {
  const html = renderToStaticMarkup(
    <PlayStylesField value={['pvp', 'pve', 'raiding', 'casual']} onChange={doNothing} />,
  )
  expect(countOf(html, 'disabled=""')).toBe(4)
  expect(html).not.toMatch(/<input[^>]*checked=""[^>]*disabled=""/)
  expect(html).toContain('Le maximum de 4 est atteint')
})

test('an error belongs to the fieldset', () => {
  const html = renderToStaticMarkup(
    <LanguagesField value={[]} onChange={doNothing} error="Trop de langues" />,
  )
  const [, described = ''] = /<fieldset aria-describedby="([^"]+)"/.exec(html) ?? []
  const [, errorId] = /<p id="([^"]+)"[^>]*>(?:(?!<\/p>).)*Trop de langues/.exec(html) ?? []
  expect(described.split(' ')).toContain(errorId)
})

test('the hour fields appear only if usual hours are on', () => {
  const html = renderToStaticMarkup(<UsualHoursField value={null} onChange={doNothing} />)
  expect(html).not.toContain('<select')
})

test('hours of zero length show an error', () => {
  const hours = { from: 20, to: 23, timeZone: 'Europe/Paris' }
  const right = renderToStaticMarkup(<UsualHoursField value={hours} onChange={doNothing} />)
  expect(countOf(right, '<select')).toBe(2)
  expect(right).not.toContain('aria-invalid')
  const wrong = renderToStaticMarkup(
    <UsualHoursField value={{ ...hours, to: 20 }} onChange={doNothing} />,
  )
  expect(countOf(wrong, 'aria-invalid="true"')).toBe(2)
  expect(wrong).toContain('Choisissez deux heures différentes.')
})

test('the panel that the server renders is closed and empty', () => {
  const html = renderToStaticMarkup(<PreferencesPanel />)
  expect(html).toMatch(/^<details(?![^>]*open)/)
  expect(html).not.toMatch(/<input type="checkbox"[^>]*checked/)
})
