import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('the addresses of the pages', () => {
  const { loginFailed, teamEdit, receipt, ...plain } = paths
  expect(Object.values(plain).map((path) => path())).toMatchInlineSnapshot(`
    [
      "/",
      "/login",
      "/auth/callback",
      "/donation",
      "/donation/color-tag",
      "/donation/reskin",
      "/donation/reskin/gear-type",
      "/donation/reskin/gear",
      "/donation/reskin/gear/top-pant",
      "/donation/reskin/weapon",
      "/donation/extras",
      "/donation/skin",
      "/shop",
      "/cart",
      "/checkout",
      "/orders",
      "/perks",
      "/krypto-points",
      "/krypto-success",
      "/wallet",
      "/servers",
      "/guide",
      "/guide/base-building",
      "/guide/kryptonique",
      "/guide/armour",
      "/guide/keycards",
      "/guide/raiding",
      "/guide/raid-alerts",
      "/guide/kryptopoints",
      "/rules",
      "/rules/general",
      "/rules/building",
      "/rules/raiding",
      "/rules/compensation",
      "/team",
      "/team/create",
      "/join",
      "/meet-the-team",
      "/beta-test",
      "/beta-unlock",
      "/admin",
      "/coming-soon",
    ]
  `)
  expect(teamEdit('5d0c1f')).toBe('/team/edit/5d0c1f')
  expect(receipt('5d0c1f')).toBe('/orders/5d0c1f')
  expect(loginFailed('access denied')).toBe('/login?error=access%20denied')
})
