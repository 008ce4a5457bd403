import type { Language } from '#contract/language.ts'
import { escapeHtml } from './escape-html.ts'
import { previewTags, searchTags, type PageFacts } from './head-tags.ts'

/** Addresses of what a page needs from the start. */
export interface PageAssets {
  readonly script: string
  /** What `script` and the page itself import. */
  readonly modules: readonly string[]
  readonly stylesheets: readonly string[]
  readonly fonts: readonly string[]
}

interface PageDocument extends PageFacts {
  /** Finished HTML. */
  readonly content: string
  readonly ownDocument: boolean
  readonly assets: PageAssets
}

/** The HTML document around a page. No inline script or style: the content security policy refuses both. */
export function documentHtml(page: PageDocument): string {
  const { script, modules, stylesheets, fonts } = page.assets
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(page.title)}</title>`,
    `<meta name="description" content="${escapeHtml(page.description)}">`,
    '<meta name="color-scheme" content="dark">',
    '<meta name="theme-color" content="#060a08">',
    // The server puts a fresh nonce in; the pay button hands it to PayPal's script.
    ...(page.ownDocument ? ['<meta name="csp-nonce" content="%CSP_NONCE%">'] : []),
    ...stylesheets.map((address) => `<link rel="stylesheet" href="${address}">`),
    ...fonts.map(
      (address) => `<link rel="preload" as="font" type="font/woff2" href="${address}" crossorigin>`,
    ),
    // The first paint needs styles and fonts, and no script: those come behind.
    `<script type="module" src="${script}" fetchpriority="low"></script>`,
    ...modules.map((address) => `<link rel="modulepreload" href="${address}" fetchpriority="low">`),
    '<link rel="icon" href="/favicon.ico" sizes="32x32">',
    '<link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    '<link rel="apple-touch-icon" href="/apple-touch-icon.png">',
    `<link rel="manifest" href="${manifestAddress(page.language)}">`,
    ...searchTags(page),
    ...previewTags(page),
  ]
  return `<!doctype html>
<html lang="${page.language}">
<head>
${head.join('\n')}
</head>
<body><div id="root">${page.content}</div></body>
</html>
`
}

export function manifestAddress(language: Language): string {
  return `/site-${language}.webmanifest`
}
