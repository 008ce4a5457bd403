import { compile } from '@mdx-js/mdx'
import remarkGfm from 'remark-gfm'
import type { TextFile } from './content-files.ts'
import { applyDocumentRules, type DocumentParts } from './document-rules.ts'
import type { MarkdownNode } from './markdown-node.ts'

interface CompiledText extends DocumentParts {
  /** A module whose default export is a React component. */
  readonly code: string
}

const compiled = new Map<string, Promise<CompiledText>>()

/**
 * Turns a text into a component, once for all bundles. The text is plain Markdown: nothing in it is
 * run.
 * @throws ContentFault that names the line.
 */
export function compileText(text: TextFile): Promise<CompiledText> {
  const key = `${text.file}\0${text.markdown}`
  const known = compiled.get(key)
  if (known) return known
  const result = compileNow(text)
  compiled.set(key, result)
  return result
}

async function compileNow({ file, markdown }: TextFile): Promise<CompiledText> {
  let parts: DocumentParts = { sections: [], drawings: [] }
  const documentRules = () => (tree: MarkdownNode) => {
    parts = applyDocumentRules(file, tree)
  }
  const result = await compile(
    { value: markdown, path: file },
    {
      format: 'md',
      remarkPlugins: [remarkGfm, documentRules],
      // The content security policy allows no style attributes.
      tableCellAlignToStyle: false,
    },
  )
  return { code: String(result), ...parts }
}
