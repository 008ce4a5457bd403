import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { drawingNames, type DocumentNode, type TextFaultCode } from '#contract/documents.ts'
import { ContentFault, type TextFile } from './content-files.ts'
import { fillInParticulars, type Particulars } from './legal-particulars.ts'
import { readUploadedPicture } from './text-pictures.ts'

/** What texts refer to besides their own words. */
export interface TextReferences {
  /** Whether there is a page at an address of ours. */
  readonly isPage: (path: string) => boolean
  readonly discordInviteUrl: string
  readonly videos: readonly string[]
  readonly particulars: Particulars
}

/** A text as its page shows it, and as the search reads it. */
export interface DocumentTree {
  readonly body: readonly DocumentNode[]
  readonly sections: readonly TextSection[]
}

const markdownToHtml = unified().use(remarkParse).use(remarkGfm).use(remarkRehype)

/** Makes a tree of a text. Nothing in it is executed. @throws ContentFault that names the line. */
export function readTree(
  { kind, file, markdown }: Pick<TextFile, 'kind' | 'file' | 'markdown'>,
  references: TextReferences,
): DocumentTree {
  const source =
    kind === 'legal' ? fillInParticulars(file, markdown, references.particulars) : markdown
  const tree = markdownToHtml.parse(source)
  const sections = applyDocumentRules(file, tree, references)
  return { body: nodesWithin(markdownToHtml.runSync(tree)), sections }
}

/** The parts of an HTML node that we use: https://github.com/syntax-tree/hast */
interface HtmlNode {
  readonly type: string
  readonly value?: string
  readonly tagName?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly HtmlNode[]
}

/** Elements whose children are on lines of their own, so that the ends of these lines mean nothing. */
const containers = new Set(['ul', 'ol', 'blockquote', 'table', 'thead', 'tbody', 'tr'])

function nodesWithin({ tagName, children = [] }: HtmlNode): readonly DocumentNode[] {
  const isContainer = tagName === undefined || containers.has(tagName)
  return children
    .filter(({ value }) => !isContainer || value !== '\n')
    .map((child) => {
      if (child.tagName === undefined) return child.value ?? ''
      const props = propsOf(child)
      const within = nodesWithin(child)
      return {
        tag: child.tagName,
        ...(Object.keys(props).length > 0 && { props }),
        ...(within.length > 0 && { children: within }),
      }
    })
}

function propsOf({ properties = {} }: HtmlNode) {
  const props = Object.entries(properties).flatMap(
    ([name, value]): [string, string | number | boolean][] => {
      if (Array.isArray(value)) return [[name, value.join(' ')]]
      const isPlain = typeof value === 'string' || typeof value === 'number' || value === true
      return isPlain ? [[name, value]] : []
    },
  )
  return Object.fromEntries(props)
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

/**
 * Checks a text and turns what Markdown cannot express into elements of the page: anchors,
 * drawings, videos and recipes. Anchors count headings, so that they are the same in all languages.
 * @throws ContentFault that names the line.
 */
function applyDocumentRules(
  file: string,
  tree: MarkdownNode,
  references: TextReferences,
): readonly TextSection[] {
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
    const shown = replaceWithin(file, block, references)
    const section = sections.at(-1)
    if (section && block.type !== 'heading') section.text += ` ${plainText(shown)}`
    return shown
  })
  return sections
    .map((section) => ({ ...section, text: section.text.trim() }))
    .filter(({ anchor, text }) => anchor !== '' || text !== '')
}

function refuseLinks(file: string, heading: MarkdownNode): void {
  if (!heading.children?.some(({ type }) => type === 'link')) return
  throw new ContentFault(
    file,
    lineOf(heading),
    'a heading is a link itself and holds none',
    'heading',
  )
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
    if (depth !== 3)
      throw new Mistake('heading', 'headings are ## and ###: the title is in the head')
    if (major === 0) throw new Mistake('heading', 'a heading ### needs a heading ## before it')
    minor += 1
    return `section-${major}-${minor}`
  }
}

function replaceWithin(file: string, node: MarkdownNode, references: TextReferences): MarkdownNode {
  return inFile(file, node, () => {
    const [only, second] = node.children ?? []
    if (node.type === 'paragraph' && only?.type === 'image' && !second) {
      return figure(only, references)
    }
    if (node.type === 'image')
      throw new Mistake('picture', 'a picture or video stands in a paragraph alone')
    if (node.type === 'html') throw new Mistake('markup', 'HTML is not for texts')
    if (node.type === 'definition') {
      throw new Mistake('link', 'an address stands behind its words: [words](address)')
    }
    if (node.type === 'footnoteReference')
      throw new Mistake('markup', 'footnotes are not for texts')
    if (node.type === 'code') {
      if (node.lang !== 'recipe') throw new Mistake('markup', 'the only blocks of code are recipes')
      return readRecipe(node.value ?? '')
    }
    if (node.type === 'link') checkLink(node.url ?? '', references)
    if (node.children) {
      node.children = node.children.map((child) => replaceWithin(file, child, references))
    }
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

function figure({ url = '', alt }: MarkdownNode, { videos }: TextReferences): MarkdownNode {
  const [, kind = '', name = ''] = /^(picture|video):([\w-]+)$/.exec(url) ?? []
  if (!alt)
    throw new Mistake('picture', `${url} needs words for who cannot see it: ![words](${url})`)
  const common = { type: 'figure', alt: `${alt}.` }
  if (kind === 'picture') {
    checkDrawing(name)
    return { ...common, data: { hName: 'drawing', hProperties: { drawing: name, label: alt } } }
  }
  if (kind === 'video' && videos.includes(name)) {
    return { ...common, data: { hName: 'video', hProperties: { video: name, title: alt } } }
  }
  const picture = readUploadedPicture(url)
  if (picture) return { ...common, data: { hName: 'img', hProperties: { ...picture, alt } } }
  throw new Mistake(
    'picture',
    `a picture is picture:<name of a drawing>, a video video:${videos.join(' or video:')}, not ${url}`,
  )
}

function checkDrawing(name: string): void {
  if (drawingNames.some((known) => known === name)) return
  throw new Mistake(
    'picture',
    `there is no drawing ${name} in web/art/guides: draw it, or name another one`,
  )
}

function checkLink(url: string, { isPage, discordInviteUrl }: TextReferences): void {
  const [path = ''] = url.split('#')
  if (/^(?:https?:\/\/|mailto:)/.test(url) || url === discordInviteUrl) return
  if (path === '' || isPage(path)) return
  throw new Mistake('link', `a link leads to a page of the site or to https://…, not to ${url}`)
}

/** What is wrong inside a node. */
class Mistake extends Error {
  readonly code: TextFaultCode

  constructor(code: TextFaultCode, message: string) {
    super(message)
    this.code = code
  }
}

/** Adds the file and line to a mistake inside a node. */
function inFile<Result>(file: string, node: MarkdownNode, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof ContentFault || !(error instanceof Error)) throw error
    const code = error instanceof Mistake ? error.code : 'markup'
    throw new ContentFault(file, lineOf(node), error.message, code)
  }
}

/**
 * A crafting recipe from its block of text: a line `<count> <drawing> <label>` for each ingredient,
 * and `= <drawing> <label>` for the result at the end. @throws with a sentence.
 */
function readRecipe(source: string): MarkdownNode {
  const lines = source.split('\n').filter((line) => line.trim() !== '')
  const result = /^= *([\w-]+) +(.+)$/.exec(lines.pop() ?? '')
  if (!result)
    throw new Mistake('recipe', 'a recipe ends with a line such as “= heavy-charge Charge lourde”')
  if (lines.length === 0) throw new Mistake('recipe', 'a recipe has at least one ingredient')
  const [, drawing = '', label = ''] = result
  checkDrawing(drawing)
  return element('recipe', {}, [
    ...lines.map(readIngredient),
    element('product', { drawing }, [textNode(label)]),
  ])
}

function readIngredient(line: string): MarkdownNode {
  const match = /^(\d+) +([\w-]+) +(.+)$/.exec(line)
  if (!match)
    throw new Mistake('recipe', `an ingredient is a line such as “2 nails Clous”, not “${line}”`)
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
    readonly hProperties?: Readonly<Record<string, unknown>>
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
