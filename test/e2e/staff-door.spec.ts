import { owner, rightCode, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { heading } from './frame-parts.ts'
import { allWidths } from './measures.ts'
import { skinStaff } from './skin-shop-staff.ts'

test.use({ expectedErrors: [/403/], viewport: { width: 320, height: 700 } })

test('the door of the staff opens with the right code only, by keyboard', async ({ page }) => {
  const { words, dialog, code } = owner(page)
  await page.goto('/donation/skin')
  await expect(heading(page)).toHaveText('SKIN SHOP')
  const door = page.getByRole('button', { name: words('shop_staff_button') })
  await door.focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await expect(code).toBeFocused()
  await expectNoViolations(page, 'dialog of the staff')
  await page.keyboard.press('Escape')
  await expect(door).toBeFocused()
  await page.keyboard.press('Enter')
  await code.fill('0000')
  await dialog.getByRole('button', { name: 'Déverrouiller' }).click()
  await expect(code).toHaveAccessibleDescription(words('admin_code_wrong'))
  await expect(page).toHaveURL('/donation/skin')
  await code.fill(rightCode)
  await code.press('Enter')
  await expect(page).toHaveURL('/admin')
})

test('the door floats at the bottom right of every window, and covers nothing', async ({
  page,
  product,
}) => {
  const { words } = owner(page)
  const staff = await skinStaff(product, '10.9.0.60')
  for (const name of ['Aube', 'Braise', 'Cendre']) await staff.sell(name, 100)
  await page.goto('/shop')
  await expect(page.getByRole('article', { name: 'Aube' })).toBeVisible()
  const door = page.getByRole('button', { name: words('shop_staff_button') })
  for (const width of allWidths) {
    await page.setViewportSize({ width, height: 700 })
    expect.soft(await door.evaluate(findFaults), `at ${width} px`).toEqual([])
  }
})

/** Runs in the page. Where the door is not at the bottom right of the window, and what it covers. */
function findFaults(door: Element): readonly string[] {
  const main = door.closest('main')
  if (!main) return ['not in the page']
  const faults = new Set<string>()
  // The bar at the top stays above everything.
  const parts = ':is(main, footer) :is(h1, h2, p, a, button, img, article, section)'
  for (let top = 0; top < document.body.scrollHeight; top += 50) {
    window.scrollTo({ top, behavior: 'instant' })
    const own = door.getBoundingClientRect()
    const fromBottom = Math.min(innerHeight, main.getBoundingClientRect().bottom) - own.bottom
    const fromRight = document.documentElement.clientWidth - own.right
    if (Math.abs(fromBottom) > 20 || fromRight > 20)
      faults.add(`${fromRight} × ${fromBottom} from the corner`)
    for (const part of document.querySelectorAll(parts)) {
      const { left, right, top: start, bottom } = part.getBoundingClientRect()
      const isBeside = right <= own.left || left >= own.right
      const isAboveOrBelow = bottom <= own.top || start >= own.bottom || start === bottom
      if (!isBeside && !isAboveOrBelow && !part.contains(door))
        faults.add(`covers ${part.textContent}`)
    }
  }
  return [...faults]
}
