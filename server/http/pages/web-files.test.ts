import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { keepTextFiles, textFile } from './web-files.ts'

const text = 'Снег над Дир-Айл. '.repeat(1000)

test('a text keeps its compressed forms alone', () => {
  const file = textFile(text, 'text/plain')
  expect(file.content).toBe(file.content)
  const { brotli } = file
  expect(brotli).toBe(file.brotli)
  expect(file.content).not.toBe(file.content)
  expect(new TextDecoder().decode(file.content)).toBe(text)
  expect(brotliDecompressSync(brotli ?? '').toString()).toBe(text)
  expect(gunzipSync(file.gzip ?? '').toString()).toBe(text)
})

test('a text that is made again and says the same is compressed once', () => {
  const keptFile = keepTextFiles()
  const first = keptFile('/sitemap.xml', text, 'text/plain')
  expect(keptFile('/sitemap.xml', text, 'text/plain')).toBe(first)
  expect(keptFile('/robots.txt', text, 'text/plain')).not.toBe(first)
  expect(keptFile('/sitemap.xml', `${text}.`, 'text/plain')).not.toBe(first)
})
