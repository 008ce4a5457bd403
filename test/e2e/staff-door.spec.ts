import { owner, rightCode, test } from './admin-area.ts'
import { expectNoViolations } from './axe.ts'
import { expect } from './fixtures.ts'
import { heading } from './frame-parts.ts'

test.use({ expectedErrors: [/403/], viewport: { width: 320, height: 700 } })

test('the door of the staff opens with the right code only, by keyboard', async ({ page }) => {
  const { words, dialog, code } = owner(page)
  await page.goto('/donation/skin')
  await expect(heading(page)).toHaveText('SKIN SHOP')
  const door = page.getByRole('button', { name: words('shop_staff_button') })
  // Here is no margin beside the page, so it waits below all that it could cover.
  await expect(door).not.toBeInViewport()
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
