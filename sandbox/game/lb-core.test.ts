import { expect, test } from 'vitest'
import { createLbCoreMod } from './lb-core.ts'

const chat = 'v1/Config/LBGroup/ChatConfig.json'
const config = JSON.stringify({ version: 7, prefixGroups: [] })

function ask(text: string, mod = createLbCoreMod()) {
  return { answer: JSON.parse(mod.handle(text) ?? 'null'), groups: mod.configs.chat.prefixGroups }
}

test('takes over a whole config, with what it writes itself', () => {
  const group = { prefix: '', colorR: 1, colorG: 2, colorB: 3, members: [] }
  const whole = JSON.stringify({ version: 7, prefixGroups: [group] })
  expect(ask(`{"route":"${chat}/set","data":${whole}}`)).toEqual({
    answer: { code: 200, message: 'OK' },
    groups: [{ ...group, permissionToApplyGroup: '' }],
  })
})

test.each([
  ['a route with its word in it', `{"route":"v1/data/${chat}/set","data":${config}}`, 404],
  ['the data before the route', `{"data":${config},"route":"${chat}/set"}`, 501],
  [
    'a field before the data that has its name',
    `{"route":"${chat}/set","mydata":1,"data":${config}}`,
    501,
  ],
  ['no config', `{"route":"${chat}/set","data":{"version":7}}`, 501],
  ['no JSON', `{"route":`, 501],
  ['a route of others', '{"route":"v1/Config/LBGroup/Other.json/get","data":{}}', 404],
  ['the admins’ routes', '{"route":"v1/admins/ranks/list","data":{}}', 403],
])('%s changes nothing', (_, text, code) => {
  const { groups } = ask('')
  expect(ask(text)).toMatchObject({ answer: { code }, groups })
})

test('what begins with no brace is no request', () => {
  expect(createLbCoreMod().handle('<html>')).toBeNull()
})

test('opens the admins’ routes to whom the owner does not restrict', () => {
  const mod = createLbCoreMod()
  mod.restrictedAccess = false
  expect(ask('{"route":"v1/admins/ranks/list","data":{}}', mod).answer).toMatchObject({ code: 200 })
})
