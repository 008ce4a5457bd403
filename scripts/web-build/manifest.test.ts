import { expect, test } from 'vitest'
import { chunksOf, emittedFile, stylesheetsOf, type Manifest } from './manifest.ts'

const manifest: Manifest = {
  'client.tsx': { file: 'assets/client-1.js', css: ['assets/style-1.css'], imports: ['_react'] },
  'pages/cart.tsx': { file: 'assets/cart-1.js', css: [], imports: ['client.tsx', '_react'] },
  _react: { file: 'assets/react-1.js', css: [], imports: [] },
  'style.css': { file: 'assets/style-1.css', css: [], imports: [] },
}

test('a page brings its own chunk and all that it imports, each once', () => {
  expect(chunksOf(manifest, 'pages/cart.tsx')).toEqual([
    '/assets/cart-1.js',
    '/assets/client-1.js',
    '/assets/react-1.js',
  ])
})

test('names each stylesheet once', () => {
  expect(stylesheetsOf(manifest)).toEqual(['/assets/style-1.css'])
})

test('what was not emitted is an error that names it', () => {
  expect(() => chunksOf(manifest, 'pages/gone.tsx')).toThrow('pages/gone.tsx')
  expect(() => emittedFile(manifest, 'fonts/gone.woff2')).toThrow('fonts/gone.woff2')
})
