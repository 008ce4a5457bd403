import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { languages, type Language } from '#contract/language.ts'
import type { ProductTexts } from '#contract/product-texts.ts'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { listFaults } from '#server/services/connections/connection-faults.ts'
import { productTextFiles } from '#server/services/site/product-texts.ts'
import { describeOnDatabase } from './database.ts'
import { builtPages } from './endpoints/built-pages.ts'
import { adminByCode, readTodayOf } from './factories/admin.ts'
import { openShop, type TestShop } from './shop.ts'
import type { Visitor } from './visitor.ts'

const address = '/api/admin/site/productTexts'
const saved = z.object({ version: z.number() })
const changes = z.object({ changes: z.array(z.object({ id: z.number() })) })

/** What the pages of the priority queue show, by language. */
type Words = Readonly<Record<Language, string>>

describeOnDatabase('the texts of products, as their owner changes them', (_open, create) => {
  let shop: TestShop
  let admin: Visitor
  let files: ProductTexts
  beforeAll(async () => {
    await buildWebIfStale()
    files = await productTextFiles()
    shop = await openShop(await create(), {}, undefined, builtPages)
    admin = await adminByCode(shop)
  })

  const readPage = async (path: string, language: Language) =>
    (await fetch(`${shop.origin}${path}?lang=${language}`)).text()
  /** The pages that do not have these words. */
  const pagesWithout = async (path: string, words: Words) => {
    const found = await Promise.all(
      languages.map(async (language) =>
        (await readPage(path, language)).includes(words[language]) ? [] : [language],
      ),
    )
    return found.flat()
  }

  it('are on the next request of each page that shows them, and after an undo the old ones', async () => {
    const tileOf = (language: Language) => files[language]?.['priority-queue']?.tile ?? ''
    const before = { fr: tileOf('fr'), en: tileOf('en'), ru: tileOf('ru'), es: tileOf('es') }
    const after = { fr: 'Passez vite.', en: 'Go ahead.', ru: 'Проходите.', es: 'Pasa ya.' }
    const textIn = (language: Language) => {
      const line = after[language]
      const text = { label: line, title: line, lead: line, tile: line, points: [line] }
      return [language, { 'priority-queue': text }]
    }
    const value = Object.fromEntries(languages.map(textIn))
    expect(await pagesWithout('/donation', before)).toEqual([])

    const { status, body } = await admin.put(address, { value, version: null })
    expect([status, body]).toMatchObject([200, { value, fileValue: files }])
    for (const path of ['/donation', '/donation/priority-queue']) {
      expect(await pagesWithout(path, after)).toEqual([])
    }
    const page = await readPage('/donation/priority-queue', 'ru')
    expect(page).toContain('<title>Проходите. · ')
    expect(page).toContain('<meta name="description" content="Проходите.">')
    expect((await shop.visitor().get('/api/product-texts?language=es')).body).toMatchObject({
      products: { 'priority-queue': { label: 'Pasa ya.', tile: 'Pasa ya.' } },
    })

    const history = await admin.get('/api/admin/site-changes?name=site/productTexts')
    const [change] = changes.parse(history.body).changes
    expect((await admin.post(`/api/admin/site-changes/${change?.id}/undo`, {})).status).toBe(200)
    expect(await pagesWithout('/donation', before)).toEqual([])
    expect(await pagesWithout('/donation/priority-queue', after)).toEqual(languages)
  })

  it('leave no alarm about a page that can be rendered again, or is gone', async () => {
    const { noteConnection } = shop.services
    for (const page of ['/donation/priority-queue ru', '/donation/gone es']) {
      await noteConnection('pages', page, {
        outcome: 'failed',
        fault: 'page_broken',
        detail: 'no such text',
      })
    }
    expect(await listFaults(shop.services)).toMatchObject([{ code: 'page_broken' }])
    expect(await readTodayOf(admin)).toMatchObject({ connectionFaults: [] })
  })

  it('are those of the files in the languages in which nothing is saved', async () => {
    const extras = (language: Language) => readPage('/donation/extras', language)
    const points = ['Everything from zero.']
    const { body } = await admin.get('/api/admin/site')
    const list = z.array(z.looseObject({ section: z.string(), version: z.number().nullable() }))
    const version = list
      .parse(body['list'])
      .find(({ section }) => section === 'productTexts')?.version
    const change = await admin.put(address, {
      value: { en: { 'reset-stats': { points } } },
      version,
    })
    expect(await extras('en')).toContain('Everything from zero.')
    for (const language of ['fr', 'ru', 'es'] as const) {
      expect(await extras(language)).toContain(files[language]?.['reset-stats']?.points?.[0])
    }
    const reset = await admin.delete(`${address}?version=${saved.parse(change.body).version}`)
    expect(reset.body).toMatchObject({ value: files })
    expect(await extras('en')).not.toContain('Everything from zero.')
  })
})
