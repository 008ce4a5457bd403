import type { Context } from 'hono'
import { z } from 'zod'
import { addShopItemRequest, editShopItemRequest } from '#contract/admin-kryptonite.ts'
import type { NewShopItem } from '#server/services/admin/add-shop-item.ts'
import type { ShopItemChange } from '#server/services/admin/change-shop-item.ts'
import { Refusal } from '#server/services/refusal.ts'
import { checkFields, readJson } from './read-json.ts'

const picture = z.file()
const addShopItemForm = addShopItemRequest.omit({ image_url: true }).extend({ image: picture })
const editShopItemForm = editShopItemRequest.omit({ image_url: true }).extend({
  image: picture.optional(),
})

/** A whole item, as JSON or as a form with its picture as a file. */
export async function readNewShopItem(context: Context): Promise<NewShopItem> {
  if (!isForm(context)) {
    const { name, price, image_url: image } = await readJson(context, addShopItemRequest)
    return { name, price, picture: decodeDataUrl(image) }
  }
  const { name, price, image } = checkFields(addShopItemForm, await readForm(context))
  return { name, price, picture: await readFile(image) }
}

/** What changes of an item, in either form. */
export async function readShopItemChange(context: Context): Promise<ShopItemChange> {
  if (!isForm(context)) {
    const { name, price, image_url: image } = await readJson(context, editShopItemRequest)
    return { name, price, picture: image?.startsWith('data:') ? decodeDataUrl(image) : undefined }
  }
  const { name, price, image } = checkFields(editShopItemForm, await readForm(context))
  return { name, price, picture: image && (await readFile(image)) }
}

function isForm(context: Context): boolean {
  return /^multipart\/form-data\b/i.test(context.req.header('content-type') ?? '')
}

async function readForm(context: Context): Promise<unknown> {
  try {
    return Object.fromEntries(await context.req.formData())
  } catch {
    const message = 'This form cannot be read.'
    throw new Refusal('validation_failed', {
      errors: [{ path: '', code: 'invalid_form', message }],
    })
  }
}

async function readFile(file: File): Promise<Buffer> {
  return Buffer.from(await file.arrayBuffer())
}

function decodeDataUrl(dataUrl: string): Buffer {
  return Buffer.from(dataUrl.slice(dataUrl.indexOf(',') + 1), 'base64')
}
