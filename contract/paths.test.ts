import { expect, test } from 'vitest'
import { paths } from './paths.ts'

test('the addresses of the pages', () => {
  const { loginFailed, teamEdit, receipt, document, ...plain } = paths
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
      "/account",
      "/krypto-points",
      "/krypto-success",
      "/wallet",
      "/redeem",
      "/servers",
      "/guide",
      "/guide/base-building",
      "/guide/kryptopoints",
      "/rules",
      "/rules/raiding",
      "/rules/compensation",
      "/team",
      "/team/create",
      "/join",
      "/meet-the-team",
      "/beta-test",
      "/beta-unlock",
      "/admin",
      "/news",
      "/monetisation",
      "/legal/notice",
      "/legal/terms",
      "/legal/privacy",
      "/coming-soon",
    ]
  `)
  expect(teamEdit('5d0c1f')).toBe('/team/edit/5d0c1f')
  expect(document('guides', 'raiding')).toBe('/guide/raiding')
  expect(receipt('5d0c1f')).toBe('/orders/5d0c1f')
  expect(loginFailed('access denied')).toBe('/login?error=access%20denied')
})
