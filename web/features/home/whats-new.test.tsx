import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test } from 'vitest'
import { Router } from 'wouter'
import { documentsOf } from '#web/features/guides/documents.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { LatestNews } from './whats-new.tsx'

afterEach(() => setLanguage('fr'))

test.each(['fr', 'en', 'ru', 'es'] as const)(
  'shows the three latest titles in %s, and leads to all news',
  (language) => {
    setLanguage(language)
    const html = renderToStaticMarkup(
      <Router ssrPath="/">
        <LatestNews />
      </Router>,
    )
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, address]) => address)
    const latest = documentsOf('news').slice(0, 3)
    expect(links).toEqual(['/news', ...latest.map(({ path }) => path)])
    for (const { title } of latest) expect(html).toContain(title)
    expect(html).not.toContain('lang=')
  },
)
