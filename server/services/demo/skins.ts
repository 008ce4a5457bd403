import * as contract from '#contract/skins.ts'
import type { Services } from '#server/services/context.ts'
import { addEncodedItem } from '#server/services/skins/admin-shop-items.ts'
import {
  buySkin,
  createAccountQueue,
  type PurchaseParts,
  type ShopItemRecord,
} from '#server/services/skins/skin-shop.ts'
import { addTaskNote, changeTask } from '#server/services/tasks/tasks.ts'
import { buyerOf, people, staff, type Person } from './people.ts'
import { readDemoPicture, type DemoTexts, type SkinName } from './texts.ts'
import { daysAgo, type Step } from './timeline.ts'

/** The shop's items with their prices in Kr, the oldest first. */
const items: readonly (readonly [SkinName, number, number])[] = [
  ['trousers-fog', 250, daysAgo(60, 200)],
  ['jacket-of-the-deer-hunter', 400, daysAgo(60, 190)],
  ['rifle-rust', 650, daysAgo(60, 170)],
  ['helmet-night-watch', 350, daysAgo(45, 60)],
  ['trousers-autumn', 300, daysAgo(45, 50)],
  ['rifle-first-snow', 900, daysAgo(30, 220)],
  ['jacket-harbour', 450, daysAgo(18, 90)],
  ['vest-ember', 750, daysAgo(10, 30)],
  ['helmet-aurora', 1200, daysAgo(5, 300)],
  ['vest-toxic-vein', 1500, daysAgo(1, 200)],
]

interface SkinStory {
  readonly by: Person
  readonly skin: SkinName
  readonly minutesAgo: number
  readonly task?: { readonly afterMinutes: number; readonly state: 'in_progress' | 'delivered' }
  readonly note?: string
}

/** Items of the skin shop, and who bought them. */
export function skinSteps({ skins, notes }: DemoTexts): readonly Step[] {
  const { hunter, lesnik, mallory, nordlys, kestrel, belka, paco } = people
  const delivered = { afterMinutes: 21 * 60, state: 'delivered' } as const
  const stories: readonly SkinStory[] = [
    { by: nordlys, skin: 'rifle-rust', minutesAgo: daysAgo(59, 600), task: delivered },
    { by: nordlys, skin: 'trousers-autumn', minutesAgo: daysAgo(43, 250), task: delivered },
    { by: kestrel, skin: 'helmet-night-watch', minutesAgo: daysAgo(42, 130), task: delivered },
    { by: hunter, skin: 'rifle-rust', minutesAgo: daysAgo(35, 410), task: delivered },
    { by: belka, skin: 'rifle-first-snow', minutesAgo: daysAgo(28, 75), task: delivered },
    { by: nordlys, skin: 'rifle-first-snow', minutesAgo: daysAgo(26, 20), task: delivered },
    { by: lesnik, skin: 'trousers-fog', minutesAgo: daysAgo(19, 310), task: delivered },
    { by: paco, skin: 'helmet-night-watch', minutesAgo: daysAgo(16, 45), task: delivered },
    { by: mallory, skin: 'jacket-harbour', minutesAgo: daysAgo(9, 500), task: delivered },
    {
      by: hunter,
      skin: 'vest-ember',
      minutesAgo: daysAgo(2, 330),
      task: { afterMinutes: 30 * 60, state: 'in_progress' },
      note: notes.skinStarted,
    },
    { by: lesnik, skin: 'jacket-of-the-deer-hunter', minutesAgo: daysAgo(1, 80) },
    { by: kestrel, skin: 'helmet-aurora', minutesAgo: 7 * 60 },
  ]
  const added = new Map<SkinName, ShopItemRecord>()
  return [
    ...items.map(([skin, price, minutesAgo]): Step => ({
      minutesAgo,
      run: async (services) => {
        const picture = await readDemoPicture(skin)
        const item = { name: skins[skin], price, picture }
        // They are kept as they would be encoded.
        added.set(skin, await addEncodedItem(services, staff, item, picture, null))
      },
    })),
    ...stories.flatMap((story) => stepsOfSkin(added, story)),
  ]
}

function stepsOfSkin(
  added: ReadonlyMap<SkinName, ShopItemRecord>,
  { by, skin, minutesAgo, task, note }: SkinStory,
): readonly Step[] {
  let purchaseId = ''
  const buy: Step = {
    minutesAgo,
    run: async (services) => {
      const item = added.get(skin)
      if (!item) return
      purchaseId = await buyItem(services, by, item)
    },
  }
  if (!task) return [buy]
  const work: Step = {
    minutesAgo: minutesAgo - task.afterMinutes,
    run: async (services) => {
      if (note !== undefined) {
        await addTaskNote(services, staff, purchaseId, { text: note, picture: null }, null)
      }
      await changeTask(services, staff, purchaseId, { state: task.state })
    },
  }
  return [buy, work]
}

async function buyItem(services: Services, by: Person, item: ShopItemRecord): Promise<string> {
  const request = contract.buySkin.body.parse({
    steamId: by.steamId,
    itemName: item.name,
    itemPrice: item.price,
    itemId: item.id,
  })
  await buySkin(services, parts, { ...buyerOf(by), idempotencyKey: null }, request)
  const { id } = await services.database.db
    .selectFrom('skin_purchases')
    .select('id')
    .where('steam_id', '=', by.steamId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return id
}

/** Nobody looks at a page yet. */
const parts: PurchaseParts = {
  queue: createAccountQueue(),
  announce: { publishPurchase: () => {}, publishBalance: () => {}, stop: () => Promise.resolve() },
}
