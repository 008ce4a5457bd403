import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'
import { readTypedDetails, saveTypedDetails } from '#web/features/accounts/typed-details.ts'
import { useBuyerForm, type BuyerForm } from './buyer-form.ts'

function sessionHolding(text: string | null): void {
  const stored = new Map(text === null ? [] : [['typedDetails', text]])
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  })
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('each field is stored separately', () => {
  sessionHolding(null)
  saveTypedDetails({ steamId: '7656' })
  saveTypedDetails({ discordUsername: 'sokol' })
  saveTypedDetails({ steamId: '' })
  expect(readTypedDetails()).toEqual({ steamId: '', discordUsername: 'sokol' })
})

test.each(['{', '7', 'null', '[]', '{"steamId":7,"discordUsername":["x"]}'])(
  'any other stored value, such as %s, is ignored',
  (text) => {
    sessionHolding(text)
    expect(readTypedDetails()).toEqual({})
  },
)

test('works without browser storage', () => {
  vi.stubGlobal('sessionStorage', undefined)
  saveTypedDetails({ steamId: '7656' })
  expect(readTypedDetails()).toEqual({})
})

/** The form as a page shows it first. */
function renderForm(): BuyerForm {
  const rendered: BuyerForm[] = []
  function Page() {
    rendered.push(useBuyerForm(undefined))
    return null
  }
  renderToStaticMarkup(<Page />)
  const [form] = rendered
  if (!form) throw new Error('not rendered')
  return form
}

test('what is typed and chosen is there again after a reload', () => {
  sessionHolding(null)
  expect(renderForm()).toMatchObject({ steamIdText: '', listedAsDonor: false, buyer: null })
  const form = renderForm()
  form.setSteamIdText('76561198006409531')
  form.setDiscordUsername(' sokol ')
  form.setListedAsDonor(true)
  expect(renderForm()).toMatchObject({
    steamIdText: '76561198006409531',
    discordUsername: ' sokol ',
    buyer: {
      steamId: '76561198006409531',
      discordUsername: 'sokol',
      forSomebodyElse: false,
      listedAsDonor: true,
    },
  })
  renderForm().setListedAsDonor(false)
  expect(renderForm().listedAsDonor).toBe(false)
})

test('each of one’s own Steam ID and that of somebody else stays where it was typed', () => {
  sessionHolding(null)
  renderForm().setSteamIdText('76561198006409531')
  renderForm().setForSomebodyElse(true)
  expect(renderForm()).toMatchObject({ forSomebodyElse: true, steamIdText: '' })
  renderForm().setSteamIdText('76561198006409532')
  renderForm().setDiscordUsername('sokol')
  expect(renderForm().buyer).toMatchObject({
    steamId: '76561198006409532',
    forSomebodyElse: true,
  })
  renderForm().setForSomebodyElse(false)
  expect(renderForm().buyer).toMatchObject({
    steamId: '76561198006409531',
    forSomebodyElse: false,
  })
})
