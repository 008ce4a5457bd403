import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { describeOnDatabase } from '#test/database.ts'
import { openShop } from '#test/shop.ts'
import { documentReader, noEdits } from '#test/shipped-documents.ts'
import { cacheDocuments } from './documents.ts'
import { documentList, documentNode } from '#contract/documents.ts'
import { languages } from '#contract/language.ts'

const drawings = z.array(documentNode)

describeOnDatabase('the texts of content/', (_, createTestDatabase) => {
  let origin = ''
  beforeAll(async () => {
    origin = (await openShop(await createTestDatabase())).origin
  })
  const read = (path: string, headers = {}) => fetch(`${origin}/api/document${path}`, { headers })

  it('are listed and read in each language, with what their pages show', async () => {
    for (const language of languages) {
      const { documents } = documentList.parse(await (await read(`s?language=${language}`)).json())
      expect(documents.length).toBeGreaterThan(10)
      for (const { kind, slug, title } of documents) {
        const response = await read(`s/${kind}/${slug}?language=${language}`)
        const { body, ...facts } = z.looseObject({ body: drawings }).parse(await response.json())
        expect(facts).toMatchObject({ kind, slug, title, language })
        expect(body.length).toBeGreaterThan(0)
      }
    }
  })

  it('have one answer each, however a visitor writes its address', () => {
    const { find } = cacheDocuments({ documents: documentReader, edits: noEdits })
    const list = find('/api/documents?language=fr')
    expect(list).toBeDefined()
    expect(find('/api/documents?x=1&language=fr')).toBe(list)
    expect(find('//[')).toBeUndefined()
  })

  it('are kept by browsers: the search for as long as its version is current', async () => {
    const list = await read('s?language=ru')
    expect(list.headers.get('cache-control')).toBe('no-cache')
    const known = { 'if-none-match': String(list.headers.get('etag')) }
    expect((await read('s?language=ru', known)).status).toBe(304)
    const { version } = documentList.parse(await list.json())
    const kept = async (query: string) => {
      const response = await read(`-search?language=ru${query}`)
      expect(JSON.stringify(await response.json())).toMatch(/\p{Script=Cyrillic}/u)
      return response.headers.get('cache-control')
    }
    expect(await kept(`&version=${version}`)).toBe('public, max-age=31536000, immutable')
    expect(await kept('&version=0123456789abcdef')).toBe('no-cache')
    expect(await kept('')).toBe('no-cache')
  })

  it.each([
    ['/guides/none?language=fr', 404, 'not_found'],
    ['/guides/constructor?language=fr', 404, 'not_found'],
    ['/messages/fr?language=fr', 404, 'not_found'],
    ['/guides/raiding?language=de', 422, 'validation_failed'],
    ['/guides/raiding', 422, 'validation_failed'],
    ['?language=', 422, 'validation_failed'],
  ])('refuse %s', async (path, status, code) => {
    const response = await read(`s${path}`)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ code })
  })
})
