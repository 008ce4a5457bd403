import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildWebIfStale } from '#scripts/build-web.ts'

const root = join(import.meta.dirname, '../..')

async function readFiles(folder: string, ending: RegExp) {
  const names = (await readdir(join(root, folder))).filter((name) => ending.test(name))
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(join(root, folder, name), 'utf8') })),
  )
}

test('no call of zod in the contract is a statement, because the bundles leave out unused calls', async () => {
  const files = await readFiles('contract', /\.ts$/)
  expect(files.length).toBeGreaterThan(10)
  expect(files.filter(({ text }) => /^z\s*\.\w+\(/m.test(text))).toEqual([])
})

test('no bundle has a function that chooses the language of a text', async () => {
  await buildWebIfStale()
  const bundles = await readFiles('dist/web/assets', /\.js$/)
  expect(bundles.length).toBeGreaterThan(10)
  const withChoices = bundles.filter(({ text }) => /,\w+=\{\}\)=>\w+\(\w+\)/.test(text))
  expect(withChoices.map(({ name }) => name)).toEqual([])
}, 300_000)

test('no bundle has the page of the parts of web/ui, which is for development', async () => {
  await buildWebIfStale()
  const bundles = await readFiles('dist/web/assets', /\.js$/)
  expect(bundles.length).toBeGreaterThan(10)
  expect(bundles.filter(({ text }) => text.includes('Parts of web/ui'))).toEqual([])
}, 300_000)

test('no bundle has Vite’s code that preloads what an import needs', async () => {
  await buildWebIfStale()
  const bundles = await readFiles('dist/web/assets', /\.js$/)
  expect(bundles.length).toBeGreaterThan(10)
  // A text of that code, which minifying keeps.
  const withPreloading = bundles.filter(({ text }) => text.includes('Unable to preload'))
  expect(withPreloading.map(({ name }) => name)).toEqual([])
}, 300_000)
