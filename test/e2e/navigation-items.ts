import type { Language } from '#contract/language.ts'
import type { Words } from './words.ts'

/** The content of the bar of a wide screen on every page, as an aria snapshot. */
export function barSnapshot(words: Words, language: Language): string {
  return snapshot([
    `navigation ${quoted(words('nav_main'))}`,
    [
      ...link(`KRYPTONIQUE – ${words('nav_home')}`, '/'),
      'list',
      pageLinks(words, barPages),
      ...balance(words),
      ...krPages.flatMap(([key, url]) => link(words(key), url)),
      ...link(words('nav_cart'), '/cart'),
      `button ${quoted(`${words('nav_language')} ${language}`)}`,
      ...discord(words),
      `button ${quoted(words('nav_sign_in'))}`,
    ],
  ])
}

/** The content of the menu of a narrow screen. */
export function menuSnapshot(words: Words): string {
  return snapshot([
    `dialog ${quoted(words('nav_menu'))}`,
    [
      ...balance(words),
      `button ${quoted(words('nav_close_menu'))}`,
      'list',
      [
        ...pageLinks(words, [['nav_home', '/'], ...barPages, ...krPages, ...ownPages]),
        'listitem',
        discord(words),
      ],
      `list ${quoted(words('nav_language'))}`,
      `button ${quoted(words('nav_sign_in'))}`,
    ],
  ])
}

/** The nodes of an aria snapshot; a list after a node has its children. */
type Nodes = readonly (string | Nodes)[]

type PageLink = readonly [key: string, url: string]

/** In the bar the brand leads home. */
const barPages: readonly PageLink[] = [
  ['nav_donation', '/donation'],
  ['nav_servers', '/servers'],
  ['nav_guides', '/guide'],
  ['nav_rules', '/rules'],
  ['nav_team', '/team'],
]

const krPages: readonly PageLink[] = [
  ['get_kr', '/krypto-points'],
  ['wallet_title', '/wallet'],
]

const ownPages: readonly PageLink[] = [
  ['orders_title', '/orders'],
  ['perks_title', '/perks'],
]

function pageLinks(words: Words, pages: readonly PageLink[]): Nodes {
  return pages.flatMap(([key, url]) => ['listitem', link(words(key), url)])
}

function balance(words: Words): Nodes {
  return link(words('nav_balance', { balance: '0\u00A0Kr' }), '/guide/kryptopoints')
}

function discord(words: Words): Nodes {
  return link(words('nav_discord'), '/^https:\\/\\/discord\\.gg\\//')
}

function link(name: string, url: string): Nodes {
  return [`link ${quoted(name)}`, [`/url: ${url}`]]
}

function quoted(name: string): string {
  return JSON.stringify(name)
}

function snapshot(nodes: Nodes, indent = ''): string {
  return nodes
    .map((node, index) => {
      if (typeof node !== 'string') return snapshot(node, `${indent}  `)
      if (node.startsWith('/url')) return `${indent}- ${node}`
      return `${indent}- '${node.replaceAll("'", "''")}'${Array.isArray(nodes[index + 1]) ? ':' : ''}`
    })
    .join('\n')
}
