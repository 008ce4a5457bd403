/** What we use of a node of a Markdown tree: https://github.com/syntax-tree/mdast */
export interface MarkdownNode {
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

/** All that a node says, in words, of which those that belong on one line stay there. */
export function plainText(node: MarkdownNode): string {
  return textWithin(node)
    .replaceAll(/[ \t\r\n]+/g, ' ')
    .trim()
}

function textWithin(node: MarkdownNode): string {
  const own = node.type === 'code' ? '' : (node.value ?? node.alt ?? '')
  const text = own + (node.children ?? []).map(textWithin).join('')
  return blocks.has(node.type) ? `${text} ` : text
}

export function lineOf(node: MarkdownNode): number {
  return node.position?.start.line ?? 1
}
