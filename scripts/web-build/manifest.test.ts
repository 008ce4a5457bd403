import { expect, test } from 'vitest'
import { chunksOf, emittedFile, laterChunksOf, stylesheetsOf, type Manifest } from './manifest.ts'

const manifest: Manifest = {
  'client.tsx': {
    file: 'assets/client-1.js',
    css: ['assets/style-1.css'],
    imports: ['_react'],
    dynamicImports: ['cart-page.tsx', 'guides-page.tsx', 'texts.ts'],
  },
  'cart-page.tsx': chunk('cart', ['client.tsx', '_react'], ['pay.ts']),
  'guides-page.tsx': chunk('guides', ['client.tsx'], ['search.ts', 'guide-dialog.tsx']),
  'guide-dialog.tsx': chunk('guide-dialog', ['_react']),
  'search.ts': chunk('search', ['_words'], ['guides-page.tsx']),
  'texts.ts': chunk('texts', ['client.tsx']),
  'pay.ts': chunk('pay'),
  _words: chunk('words'),
  _react: chunk('react'),
  'style.css': { ...chunk('style'), file: 'assets/style-1.css' },
}

function chunk(name: string, imports: string[] = [], dynamicImports: string[] = []) {
  return { file: `assets/${name}-1.js`, css: [], imports, dynamicImports }
}

test('a page brings its own chunk and all that it imports, each once', () => {
  expect(chunksOf(manifest, 'cart-page.tsx')).toEqual([
    '/assets/cart-1.js',
    '/assets/client-1.js',
    '/assets/react-1.js',
  ])
})

test('names each stylesheet once', () => {
  expect(stylesheetsOf(manifest)).toEqual(['/assets/style-1.css'])
})

test('what was not emitted is an error that names it', () => {
  expect(() => chunksOf(manifest, 'gone-page.tsx')).toThrow('gone-page.tsx')
  expect(() => emittedFile(manifest, 'fonts/gone.woff2')).toThrow('fonts/gone.woff2')
})

test('what is loaded later leads on, but not to the pages that the entry could load', () => {
  const pageChunks = chunksOf(manifest, 'guides-page.tsx')
  expect(laterChunksOf(manifest, 'client.tsx', pageChunks).toSorted()).toEqual(
    ['client', 'guide-dialog', 'react', 'search', 'texts', 'words'].map(
      (name) => `/assets/${name}-1.js`,
    ),
  )
})
