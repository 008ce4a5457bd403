import { beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { addTextPicture, listTexts } from '#contract/documents.ts'
import { forgetOldRecords } from '#server/jobs/forget-old-records.ts'
import { describeOnDatabase } from '#test/database.ts'
import { checkoutBody, openOrder } from '#test/factories/checkout.ts'
import { adminByCode, readAudit, readTodayOf } from '#test/factories/admin.ts'
import { asDataUrl, picture } from '#test/factories/pictures.ts'
import { openShop, type TestShop } from '#test/shop.ts'
import type { Visitor } from '#test/visitor.ts'

const editor = '/api/admin/documents'
const dayMs = 24 * 60 * 60 * 1000
/** The shop's clock is ahead, so that a text of today is later than those of the files. */
const aheadMs = 40 * dayMs
const today = dayAfter(0)
let count = 0

function dayAfter(ms: number): string {
  return new Date(Date.now() + aheadMs + ms).toISOString().slice(0, 10)
}

function textOf(title: string, ...lines: readonly string[]): string {
  const head = ['---', `title: ${title}`, 'description: D', 'changed: 2026-11-21', '---']
  return [...head, ...(lines.length === 0 ? ['Texte.'] : lines)].join('\n')
}

describeOnDatabase('a text that the owner saves', (_, createTestDatabase) => {
  let shop: TestShop
  let owner: Visitor
  let slug: string
  beforeAll(async () => {
    shop = await openShop(await createTestDatabase())
    shop.advanceClock(aheadMs)
    owner = await adminByCode(shop)
  })
  beforeEach(() => {
    slug = `opening-${(count += 1)}`
  })

  const save = (place: string, text: string, version: unknown = null) =>
    owner.put(`${editor}/${place}`, { text, version })
  const shown = async (place: string, language = 'fr') => {
    const response = await fetch(`${shop.origin}/api/documents/${place}?language=${language}`)
    return `${response.status} ${await response.text()}`
  }
  const latestNews = async (language: string) =>
    (await fetch(`${shop.origin}/api/documents?language=${language}&kind=latest-news`)).text()

  it('is on the next request, in each language, and new ones have a page', async () => {
    expect(await shown(`news/${slug}`)).toMatch(/^404/)
    const text = textOf('Ouverture', '## Demain', 'Venez **tous**.').replace('2026-11-21', today)
    expect((await save(`news/${slug}/fr`, text)).body).toMatchObject({
      text,
      fileText: null,
      version: expect.any(Number),
      changedAt: expect.any(String),
    })
    expect(await latestNews('ru')).toContain('"title":"Ouverture"')
    expect(await shown(`news/${slug}`, 'ru')).toMatch(/^200 .*"language":"fr".*Demain/)
    await save(`news/${slug}/ru`, textOf('Открытие', '## Завтра').replace('2026-11-21', today))
    expect(await latestNews('ru')).toContain('"title":"Открытие"')
    expect(await latestNews('en')).toContain('"title":"Ouverture"')
    expect(await readAudit(shop, `edit:documents/news/${slug}/ru`)).toMatchObject([
      { action: 'edit_saved' },
    ])
  })

  it('is read once, whatever else is saved later', async () => {
    await save(`news/${slug}/fr`, textOf('Ouverture', '## Demain'))
    const bodyNow = () => shop.services.documents.current().read('news', slug, 'fr').body
    const body = bodyNow()
    await save(`news/${slug}-2/fr`, textOf('Encore'))
    expect(bodyNow()).toBe(body)
  })

  it('makes a later legal text the one that buyers agree to from now on', async () => {
    const buyer = shop.visitor()
    const agreed = async (agreedTerms: string) => {
      const orderId = await openOrder(buyer, checkoutBody({ agreedTerms }))
      return (await buyer.get(`/api/orders/${orderId}`)).body['agreedTerms']
    }
    expect(await agreed(today)).toBeNull()
    await save('legal/terms/fr', textOf('Conditions', 'Neuf.').replace('2026-11-21', today))
    expect((await buyer.get('/api/site')).body).toMatchObject({ legalVersion: today })
    expect(await agreed(today)).toMatchObject({ version: today })
  })

  it('stands in the place of its file until the file is wanted back', async () => {
    const place = 'guides/armour'
    const { body: before } = await owner.get(`${editor}/${place}/fr`)
    expect(before).toMatchObject({ version: null, text: before['fileText'] })
    const { body } = await save(`${place}/fr`, textOf('Armures neuves'))
    expect(await shown(place)).toContain('Armures neuves')
    const { body: list } = await owner.get(editor)
    expect(list['list']).toContainEqual({
      kind: 'guides',
      slug: 'armour',
      texts: expect.arrayContaining([
        {
          language: 'fr',
          title: 'Armures neuves',
          changed: '2026-11-21',
          isReadable: true,
          isOlder: false,
          isDeleted: false,
        },
      ]),
    })
    const version = String(body['version'])
    const reset = await owner.delete(`${editor}/${place}/fr?version=${version}`)
    expect(reset.body['text']).toBe(before['text'])
    expect(await shown(place)).not.toContain('Armures neuves')
  })

  it('is gone when it had no file, with its translations', async () => {
    const { body } = await save(`news/${slug}/fr`, textOf('Ouverture'))
    await save(`news/${slug}/en`, textOf('Opening'))
    await owner.delete(`${editor}/news/${slug}/fr?version=${String(body['version'])}`)
    expect(await shown(`news/${slug}`, 'en')).toMatch(/^404/)
    expect(await readAudit(shop, `edit:documents/news/${slug}/fr`)).toMatchObject([
      { action: 'edit_saved' },
      { action: 'edit_removed' },
    ])
    const { body: listed } = await owner.get(editor)
    expect(listed['list']).toContainEqual({
      kind: 'news',
      slug,
      texts: expect.arrayContaining([
        expect.objectContaining({ language: 'fr', title: 'Ouverture', isDeleted: true }),
        expect.objectContaining({ language: 'en', title: 'Opening', isDeleted: false }),
      ]),
    })
    const { body: gone } = await owner.get(`${editor}/news/${slug}/fr`)
    expect(gone).toMatchObject({ text: null, version: expect.any(Number) })
    await save(`news/${slug}/fr`, textOf('Ouverture'), gone['version'])
    expect(await shown(`news/${slug}`, 'en')).toContain('Opening')
  })

  it('is where a notice may lead, which stays when it is gone', async () => {
    const { body } = await save(`news/${slug}/fr`, textOf('Ouverture'))
    const announce = (value: readonly object[], version: unknown) =>
      owner.put('/api/admin/site/notices', { value, version })
    const from = '2026-11-29T12:00:00Z'
    const notice = { id: 'a', text: { fr: 'Lisez.' }, from, tone: 'info', link: `/news/${slug}` }
    const refused = await announce([notice, { ...notice, id: 'b', link: '/news/gone?x#y' }], null)
    expect(refused.body['errors']).toMatchObject([{ path: 'value.1.link', code: 'no_page' }])
    const announced = await announce([notice], null)
    await owner.delete(`${editor}/news/${slug}/fr?version=${String(body['version'])}`)
    // It keeps no other from being saved, such as one to a page that another process has just made.
    await shop.services.database.db
      .insertInto('edits')
      .values({
        name: `documents/news/${slug}-elsewhere/fr`,
        value: JSON.stringify(textOf('Ailleurs')),
        changed_by: 'code:123',
        changed_at: new Date(),
      })
      .execute()
    const others = await announce(
      [notice, { ...notice, id: 'b', link: `/news/${slug}-elsewhere` }],
      announced.body['version'],
    )
    expect(others.status).toBe(200)
  })

  it('is kept from an editor who has not seen it', async () => {
    const { body } = await save(`news/${slug}/fr`, textOf('Ouverture'))
    const { status, body: refusal } = await save(`news/${slug}/fr`, textOf('Autre'))
    expect([status, refusal['code']]).toEqual([409, 'edit_conflict'])
    expect(refusal['current']).toMatchObject({
      value: textOf('Ouverture'),
      version: body['version'],
    })
  })

  it('is saved once when the answer was lost and it is sent again', async () => {
    const { body } = await save(`news/${slug}/fr`, textOf('Ouverture'))
    expect(await save(`news/${slug}/fr`, textOf('Ouverture'))).toMatchObject({ status: 200, body })
    expect(await readAudit(shop, `edit:documents/news/${slug}/fr`)).toHaveLength(1)
  })

  it('has a date that has begun somewhere on earth', async () => {
    const text = textOf('Ouverture').replace('2026-11-21', dayAfter((14 * dayMs) / 24))
    expect((await save(`news/${slug}/fr`, text)).status).toBe(200)
  })

  it('keeps what it shows from being removed from a section', async () => {
    const { community } = shop.services.site.files
    const saveVideos = async (videos: object, version: unknown = null) =>
      (await owner.put('/api/admin/site/community', { value: { ...community, videos }, version }))
        .body
    const { version } = await saveVideos({ ...community.videos, tour: 'dQw4w9WgXcQ' })
    await save(`news/${slug}/fr`, textOf('Ouverture', '![La visite](video:tour)'))
    expect((await saveVideos(community.videos, version))['errors']).toMatchObject([
      {
        path: 'value',
        code: 'breaks_text',
        message: expect.stringContaining(`content/news/${slug}/fr.md:6: `),
      },
    ])
    expect(await shown(`news/${slug}`)).toMatch(/^200/)
  })

  it('is undone by its change, which the history lists', async () => {
    await save('guides/keycards/fr', textOf('Cartes neuves'))
    const { body } = await owner.get('/api/admin/site-changes?name=documents/guides/keycards/fr')
    expect(body).toMatchObject({ changes: [{ before: null, after: textOf('Cartes neuves') }] })
    const [change] = z.array(z.object({ id: z.number() })).parse(body['changes'])
    const undone = await owner.post(`/api/admin/site-changes/${change?.id}/undo`, {})
    expect(undone.status).toBe(200)
    expect(await shown('guides/keycards')).not.toContain('Cartes neuves')
  })

  it('shows the particulars of the seller as they are saved', async () => {
    const { body: sections } = await owner.get('/api/admin/site')
    const legal = z
      .array(z.object({ section: z.string(), value: z.unknown() }))
      .parse(sections['list'])
      .find(({ section }) => section === 'legal')
    const value = { ...Object(legal?.value), sellerName: 'Nordwind & Cie' }
    const saved = await owner.put('/api/admin/site/legal', { value, version: null })
    expect(saved.status).toBe(200)
    expect(await shown('legal/notice')).toContain('Nordwind & Cie')
  })

  it('can be shown before it is saved', async () => {
    const preview = await owner.post(`${editor}/preview`, {
      kind: 'guides',
      text: textOf('Essai', '![Un drapeau](picture:flag-claim)'),
    })
    expect(preview.body).toMatchObject({
      title: 'Essai',
      body: [{ tag: 'drawing', props: { drawing: 'flag-claim', label: 'Un drapeau' } }],
    })
  })

  it('is shown before it is saved in its own place and language', async () => {
    await save(`guides/${slug}/fr`, textOf('Essai').replace('2026-11-21', today))
    const preview = async (language: string, ...lines: readonly string[]) => {
      const text = textOf('Проба', ...lines)
      return (await owner.post(`${editor}/preview`, { kind: 'guides', slug, language, text })).body
    }
    // Older than the French text, which its page shows.
    expect(await preview('ru', 'Да')).toMatchObject({ title: 'Проба', slug, language: 'ru' })
    expect(await preview('fr', `[x](/guide/${slug}-2)`)).toMatchObject({
      errors: [{ code: 'link' }],
    })
    slug += '-2'
    expect(await preview('fr', `[x](/guide/${slug})`)).toMatchObject({ slug })
    expect(await preview('ru', 'Да')).toMatchObject({ errors: [{ code: 'no_original' }] })
    const text = textOf('Проба').replace('\n---', '\norder: 1\n---')
    const place = { kind: 'guides', slug: 'armour', language: 'ru' }
    const { body } = await owner.post(`${editor}/preview`, { ...place, text })
    expect(body).toMatchObject({ errors: [{ code: 'text_head' }] })
  })

  it.each([
    ['HTML', textOf('T', 'un <b>mot</b>'), ['markup', 6], 'HTML is not for texts'],
    ['a link that runs', textOf('T', '[x](javascript:alert)'), ['link', 6], 'a link leads to'],
    ['a link to nothing', textOf('T', '[x](/nowhere)'), ['link', 6], 'a link leads to'],
    ['a link to elsewhere by two slashes', textOf('T', '[x](//a.example)'), ['link', 6], 'a link'],
    ['an unknown drawing', textOf('T', '![x](picture:unicorn)'), ['picture', 6], 'unicorn'],
    ['a foreign picture', textOf('T', '![x](https://a.example/x.png)'), ['picture', 6], 'picture:'],
    ['a heading of no level', textOf('T', '# x'), ['heading', 6], 'headings are ##'],
    ['half a recipe', textOf('T', '```recipe', '2 nails x', '```'), ['recipe', 6], 'a recipe ends'],
    ['no title', textOf('').replace('title: \n', ''), ['text_head', 4], 'the head lacks title'],
    ['an empty title', textOf(''), ['text_head', 2], 'title is empty'],
    ['no words', textOf('T', ' '), ['empty', 1], 'the text is empty'],
    ['no head', 'Bonjour', ['text_head', 1], 'a text begins with a line ---'],
    ['too much', textOf('T', 'x'.repeat(60_000)), ['too_big', undefined], '60000'],
    ['a character that no text has', textOf('T', 'a\u0000b'), ['character', 6], ''],
    ['a day to come', textOf('T').replace('2026-11-21', dayAfter(3 * dayMs)), ['future', 4], ''],
  ])(
    'is refused with its line for %s, and not saved',
    async (_what, text, [code, line], message) => {
      for (const refused of [
        await save(`news/${slug}/fr`, text),
        await owner.post(`${editor}/preview`, { kind: 'news', text }),
      ]) {
        expect([refused.status, refused.body['code']]).toEqual([422, 'validation_failed'])
        expect(refused.body['errors']).toMatchObject([
          { path: 'text', code, ...(line && { line }), message: expect.stringContaining(message) },
        ])
      }
      expect(await shown(`news/${slug}`)).toMatch(/^404/)
    },
  )

  it('is refused as a translation of nothing, and below no address', async () => {
    const { status, body } = await save(`news/${slug}/en`, textOf('Opening'))
    expect([status, body['errors']]).toMatchObject([422, [{ path: 'text', code: 'no_original' }]])
    for (const place of ['news/Été/fr', `news/${slug}/de`, `messages/${slug}/fr`]) {
      expect((await save(place, textOf('T'))).status).toBe(404)
    }
  })

  it('shows a picture that was uploaded for it, kept as long as a version of the text needs it', async () => {
    // The last test here: a day later the admin's session has ended.
    const upload = async (color: string) => {
      const file = asDataUrl(await picture('png', color))
      const { body } = await owner.post(`${editor}/pictures`, { picture: file })
      return addTextPicture.answer.parse(body).address
    }
    const [used, unused] = [await upload('#123456'), await upload('#654321')]
    const text = textOf('Base', '', `![Notre base](${used})`)
    const { body } = await save(`guides/${slug}/fr`, text)
    expect(await shown(`guides/${slug}`)).toContain(
      `{"tag":"img","props":{"src":"${used.split('#')[0]}","width":320,"height":240,"alt":"Notre base"}}`,
    )
    const lost = textOf('Base', '', `![Base](/images/${'0'.repeat(64)}.webp)`)
    const refused = {
      status: 422,
      errors: [{ path: 'text', message: expect.stringMatching(/^line 7: .* upload it again/) }],
    }
    expect((await save(`guides/${slug}/en`, lost)).body).toMatchObject(refused)
    const preview = await owner.post(`${editor}/preview`, { kind: 'guides', text: lost })
    expect(preview.body).toMatchObject(refused)
    await owner.delete(`${editor}/guides/${slug}/fr?version=${String(body['version'])}`)
    shop.advanceClock(dayMs + 60_000)
    await forgetOldRecords(shop.services)
    const status = async (address: string) => (await fetch(shop.origin + address)).status
    expect([await status(used), await status(unused)]).toEqual([200, 404])
  })
})

describeOnDatabase('a saved text that cannot be read after an update', (_, createTestDatabase) => {
  it('is replaced by the French one or that of the file, and the owner sees why', async () => {
    const database = await createTestDatabase()
    const before = await openShop(database)
    const texts = {
      'guides/armour/ru': textOf('Броня', '![Видео](video:gone)').replace('2026-11-21', today),
      'guides/keycards/fr': 'Sans en-tête',
      'guides/opening/fr': 'Sans en-tête',
    }
    await before.services.database.db
      .insertInto('edits')
      .values(
        Object.entries(texts).map(([place, text]) => ({
          name: `documents/${place}`,
          value: JSON.stringify(text),
          changed_by: 'code:123',
          changed_at: new Date(),
        })),
      )
      .execute()
    await before.stop()
    const shop = await openShop(database)
    const owner = await adminByCode(shop)
    const readFaults = async () => (await readTodayOf(owner)).connectionFaults
    const [fault, ...others] = await readFaults()
    expect(others).toEqual([])
    expect(fault).toMatchObject({ code: 'text_unreadable' })
    expect(fault?.detail).toContain('content/guides/armour/ru.md:6: ')
    expect(fault?.detail).toContain('content/guides/keycards/fr.md:1: ')
    const { body: listed } = await owner.get(editor)
    const marked = listTexts.answer
      .parse(listed['list'])
      .flatMap(({ kind, slug: one, texts: versions }) =>
        versions.flatMap(({ language, isReadable }) =>
          isReadable ? [] : [`${kind}/${one}/${language}`],
        ),
      )
    expect(marked.toSorted()).toEqual(Object.keys(texts))
    for (const slug of ['armour', 'keycards']) {
      const { body } = await owner.get(`/api/documents/guides/${slug}?language=ru`)
      expect(body).toMatchObject({ slug })
    }
    // Other sections can be saved all the same.
    const { community } = shop.services.site.files
    const value = { ...community, brand: 'NORD' }
    const saved = await owner.put('/api/admin/site/community', { value, version: null })
    expect(saved.status).toBe(200)

    for (const place of Object.keys(texts)) {
      const { body } = await owner.get(`${editor}/${place}`)
      await owner.delete(`${editor}/${place}?version=${String(body['version'])}`)
    }
    expect(await readFaults()).toEqual([])
  })
})
