import { createElement } from 'react'
import { hydrateRoot } from 'react-dom/client'

// What a browser runs on a bare page: it takes over the paragraphs that it finds, and nothing else.
const main = document.querySelector('main')
if (main === null) throw new Error('no paragraphs')
hydrateRoot(
  main,
  [...main.children].map((line, index) => createElement('p', { key: index }, line.textContent)),
)
