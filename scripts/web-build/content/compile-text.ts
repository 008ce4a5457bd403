import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { compile } from '@mdx-js/mdx'
import remarkGfm from 'remark-gfm'
import { siteConfig, videos } from '#site/community.ts'
import { legalParticulars } from '#site/legal.ts'
import { paths } from '#web/app/paths.ts'
import { productPath, soldProducts } from '#web/features/products/sold-products.ts'
import { ContentFault, documentPaths, root, type TextFile } from './content-files.ts'

interface CompiledText extends DocumentParts {
  /** A module whose default export is a React component. */
  readonly code: string
}

const compiled = new Map<string, Promise<CompiledText>>()

/**
 * Compiles a text to a component, once for all bundles. The text is plain Markdown: nothing in it
 * is executed. @throws ContentFault that names the line.
 */
export function compileText(text: TextFile): Promise<CompiledText> {
  const key = `${text.file}\0${text.markdown}`
  const known = compiled.get(key)
  if (known) return known
  const result = compileNow(text)
  compiled.set(key, result)
  return result
}

async function compileNow({ section, file, markdown }: TextFile): Promise<CompiledText> {
  let parts: DocumentParts = { sections: [], drawings: [] }
  const documentRules = () => (tree: MarkdownNode) => {
    parts = applyDocumentRules(file, tree)
  }
  const result = await compile(
    { value: section === 'legal' ? fillInParticulars(file, markdown) : markdown, path: file },
    {
      format: 'md',
      remarkPlugins: [remarkGfm, documentRules],
      // The content security policy allows no style attributes.
      tableCellAlignToStyle: false,
    },
  )
  return { code: String(result), ...parts }
}

/** A part of a text under a heading; the first one, before any heading, has no anchor. */
export interface TextSection {
  readonly anchor: string
  /** Of the heading in the file; 1 for the part before any. */
  readonly line: number
  /** 2 or 3; 1 for the part before any heading. */
  readonly depth: number
  readonly heading: string
  /** Its plain text, for the search. */
  readonly text: string
}

/** What a text refers to and contains, besides what it shows. */
interface DocumentParts {
  readonly sections: readonly TextSection[]
  /** The drawings that it shows. */
  readonly drawings: readonly string[]
}

const pageAddresses = new Set([
  ...Object.values(paths).flatMap((path) => (path.length === 0 ? [path('guides', '')] : [])),
  ...soldProducts.map(productPath),
])

/**
 * Checks a text and turns what Markdown cannot express into elements of the page: anchors,
 * drawings, videos and recipes. Anchors count headings, so that they are the same in all languages.
 * @throws ContentFault that names the line.
 */
function applyDocumentRules(file: string, tree: MarkdownNode): DocumentParts {
  const sections: (Omit<TextSection, 'text'> & { text: string })[] = [
    { anchor: '', line: 1, depth: 1, heading: '', text: '' },
  ]
  const nextAnchor = anchorCounter()
  tree.children = (tree.children ?? []).map((block) => {
    if (block.type === 'heading') {
      refuseLinks(file, block)
      const anchor = inFile(file, block, () => nextAnchor(block.depth ?? 0))
      const heading = { line: lineOf(block), depth: block.depth ?? 0, heading: plainText(block) }
      sections.push({ anchor, ...heading, text: '' })
      block.data = { hProperties: { id: anchor } }
    }
    const shown = replaceWithin(file, block)
    const section = sections.at(-1)
    if (section && block.type !== 'heading') section.text += ` ${plainText(shown)}`
    return shown
  })
  return {
    sections: sections
      .map((section) => ({ ...section, text: section.text.trim() }))
      .filter(({ anchor, text }) => anchor !== '' || text !== ''),
    drawings: [...new Set(drawingsWithin(tree))],
  }
}

function refuseLinks(file: string, heading: MarkdownNode): void {
  if (!heading.children?.some(({ type }) => type === 'link')) return
  throw new ContentFault(file, lineOf(heading), 'a heading is a link itself and holds none')
}

function anchorCounter(): (depth: number) => string {
  let major = 0
  let minor = 0
  return (depth) => {
    if (depth === 2) {
      major += 1
      minor = 0
      return `section-${major}`
    }
    if (depth !== 3) throw new Error('headings are ## and ###: the title is in the head')
    if (major === 0) throw new Error('a heading ### needs a heading ## before it')
    minor += 1
    return `section-${major}-${minor}`
  }
}

function replaceWithin(file: string, node: MarkdownNode): MarkdownNode {
  return inFile(file, node, () => {
    const [only, second] = node.children ?? []
    if (node.type === 'paragraph' && only?.type === 'image' && !second) return figure(only)
    if (node.type === 'image') throw new Error('a picture or video stands in a paragraph alone')
    if (node.type === 'html') throw new Error('HTML is not for texts')
    if (node.type === 'definition') {
      throw new Error('an address stands behind its words: [words](address)')
    }
    if (node.type === 'footnoteReference') throw new Error('footnotes are not for texts')
    if (node.type === 'code') {
      if (node.lang !== 'recipe') throw new Error('the only blocks of code are recipes')
      return readRecipe(node.value ?? '')
    }
    if (node.type === 'link') checkLink(node.url ?? '')
    if (node.children) node.children = node.children.map((child) => replaceWithin(file, child))
    if (node.type === 'table') labelCells(node)
    return node
  })
}

/** On a phone the rows of a wide table are blocks, where each cell names its column. */
function labelCells({ children: [head, ...rows] = [] }: MarkdownNode): void {
  const labels = head?.children?.map(plainText) ?? []
  for (const { children = [] } of rows) {
    children.forEach((cell, column) => {
      cell.data = { hProperties: { 'data-label': labels[column] ?? '' } }
    })
  }
}

function figure({ url = '', alt }: MarkdownNode): MarkdownNode {
  const [, kind = '', name = ''] = /^(picture|video):([\w-]+)$/.exec(url) ?? []
  if (!alt) throw new Error(`${url} needs words for who cannot see it: ![words](${url})`)
  const common = { type: 'figure', alt: `${alt}.` }
  if (kind === 'picture') {
    checkDrawing(name)
    return { ...common, data: { hName: 'drawing', hProperties: { drawing: name, label: alt } } }
  }
  if (kind === 'video' && name in videos) {
    return { ...common, data: { hName: 'video', hProperties: { video: name, title: alt } } }
  }
  throw new Error(
    `a picture is picture:<name of a drawing>, a video video:${Object.keys(videos).join(' or video:')}, not ${url}`,
  )
}

/** A drawing is a file, or a component where it needs captions. */
function checkDrawing(name: string): void {
  const file = join(root, 'web/art/guides', name)
  if (existsSync(`${file}.svg`) || existsSync(`${file}.tsx`)) return
  throw new Error(`there is no drawing ${name} in web/art/guides: draw it, or name another one`)
}

function checkLink(url: string): void {
  const [path = ''] = url.split('#')
  if (/^(?:https:\/\/|mailto:)/.test(url) || url === siteConfig.discordInviteUrl) return
  if (path === '' || pageAddresses.has(path) || documentPaths().includes(path)) return
  throw new Error(`a link leads to a page of the site or to https://…, not to ${url}`)
}

function drawingsWithin(node: MarkdownNode): string[] {
  const own = node.data?.hProperties?.drawing
  return [...(own === undefined ? [] : [own]), ...(node.children ?? []).flatMap(drawingsWithin)]
}

/** Adds the file and line to an error inside a node. */
function inFile<Result>(file: string, node: MarkdownNode, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentFault || !(error instanceof Error)) throw error
    throw new ContentFault(file, lineOf(node), error.message)
  }
}

/**
 * A crafting recipe from its block of text: a line `<count> <drawing> <label>` for each ingredient,
 * and `= <drawing> <label>` for the result at the end. @throws with a sentence.
 */
function readRecipe(source: string): MarkdownNode {
  const lines = source.split('\n').filter((line) => line.trim() !== '')
  const result = /^= *([\w-]+) +(.+)$/.exec(lines.pop() ?? '')
  if (!result) throw new Error('a recipe ends with a line such as “= heavy-charge Charge lourde”')
  if (lines.length === 0) throw new Error('a recipe has at least one ingredient')
  const [, drawing = '', label = ''] = result
  checkDrawing(drawing)
  return element('recipe', {}, [
    ...lines.map(readIngredient),
    element('product', { drawing }, [textNode(label)]),
  ])
}

function readIngredient(line: string): MarkdownNode {
  const match = /^(\d+) +([\w-]+) +(.+)$/.exec(line)
  if (!match) throw new Error(`an ingredient is a line such as “2 nails Clous”, not “${line}”`)
  const [, count = '', drawing = '', label = ''] = match
  checkDrawing(drawing)
  return element('ingredient', { count, drawing }, [textNode(label)])
}

function element(
  name: string,
  hProperties: Readonly<Record<string, string>>,
  children: MarkdownNode[],
): MarkdownNode {
  return { type: name, data: { hName: name, hProperties }, children }
}

function textNode(value: string): MarkdownNode {
  return { type: 'text', value: value.trim() }
}

/** The parts of a Markdown node that we use: https://github.com/syntax-tree/mdast */
interface MarkdownNode {
  readonly type: string
  readonly value?: string
  readonly depth?: number
  readonly lang?: string | null
  readonly url?: string
  readonly alt?: string | null
  readonly position?: { readonly start: { readonly line: number } } | undefined
  children?: MarkdownNode[]
  /** What the node becomes in the page: an element of this name with these properties. */
  data?: {
    readonly hName?: string
    readonly hProperties?: Readonly<Record<string, string>>
  }
}

const blocks = new Set([
  'paragraph',
  'heading',
  'listItem',
  'tableCell',
  'blockquote',
  'break',
  'ingredient',
  'product',
])

/** The plain text of a node; inline parts stay on one line. */
function plainText(node: MarkdownNode): string {
  return textWithin(node)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
}

function textWithin(node: MarkdownNode): string {
  const own = node.type === 'code' ? '' : (node.value ?? node.alt ?? '')
  const text = own + (node.children ?? []).map(textWithin).join('')
  return blocks.has(node.type) ? `${text} ` : text
}

function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}

type Particulars = Readonly<Record<string, string | null>>

const ours: Particulars = {
  brand: siteConfig.brand,
  discord: siteConfig.discordInviteUrl,
  ...legalParticulars,
  // A line with it stands only as long as the particulars are samples.
  onlyForSamples: Object.values(legalParticulars).some((value) => value?.includes('SAMPLE'))
    ? ''
    : null,
}

/**
 * Puts the owner's particulars into a legal text: `{sellerName}` and others of `site/legal.ts`,
 * `{brand}` and `{discord}`. A line with one that is null is left out, so that all others keep their
 * place in the file. @throws ContentFault for an unknown one.
 */
export function fillInParticulars(
  file: string,
  markdown: string,
  particulars: Particulars = ours,
): string {
  const fillInLine = (line: string, index: number): string => {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const unknown = names.find((name) => !(name in particulars))
    if (unknown !== undefined) {
      throw new ContentFault(
        file,
        index + 1,
        `{${unknown}} is unknown: use ${Object.keys(particulars).join(', ')}`,
      )
    }
    if (names.some((name) => particulars[name] === null)) return ''
    return line.replaceAll(/\{(\w+)\}/g, (_, name: string) => escapeMarkdown(particulars[name]))
  }
  return markdown.split('\n').map(fillInLine).join('\n')
}

function escapeMarkdown(text: string | null | undefined): string {
  return (text ?? '').replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`)
}
