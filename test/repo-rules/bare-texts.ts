import path from 'node:path'
import {
  isCallExpression,
  isIdentifier,
  isJsxElement,
  isJsxExpression,
  isJsxFragment,
  isJsxSelfClosingElement,
  isJsxText,
  isPropertyAccessExpression,
  type Node,
  type SourceFile,
} from 'typescript/unstable/ast'
import { API, SignatureKind, TypeFlags, type Checker, type Type } from 'typescript/unstable/sync'
import { root } from './source-files.ts'

interface Child {
  readonly node: Node
  /** Where else it would be the only content, React sets a text without a node of its own. */
  readonly text: 'none' | 'content' | 'node'
  /** React neither changes nor replaces nor removes it while its parent is there. */
  readonly isFixed: boolean
}

/**
 * Texts of the pages that need an element of their own. The translators of browsers replace the nodes
 * of texts. React then crashes when it removes such a node or inserts something before it, and what it
 * changes in it is not seen. Where a text is all that an element contains, React sets the whole content.
 *
 * With `samples` it searches those instead, which take the places of files of the pages.
 */
export function findBareTexts(samples: Readonly<Record<string, string>> = {}): string[] {
  const readFile = (file: string) => samples[path.posix.relative(root, file)]
  const hasSamples = Object.keys(samples).length > 0
  const api = new API({ cwd: root, fs: { readFile } })
  try {
    const snapshot = api.updateSnapshot({ openProjects: [path.join(root, 'web/tsconfig.json')] })
    return snapshot.getProjects().flatMap(({ program, checker }) =>
      program
        .getSourceFileNames()
        .filter((file) => file.endsWith('.tsx') && (!hasSamples || readFile(file) !== undefined))
        .flatMap((file) => {
          const source = program.getSourceFile(file)
          return source ? findInFile(source, checker) : []
        }),
    )
  } finally {
    api.close()
  }
}

function findInFile(source: SourceFile, checker: Checker): string[] {
  const find = (node: Node): Node[] => {
    const found = findAmongChildren(node, checker)
    node.forEachChild((inner) => void found.push(...find(inner)))
    return found
  }
  return [...new Set(find(source))].map((node) => {
    const line = source.text.slice(0, node.getStart(source)).split('\n').length
    return `${path.posix.relative(root, source.fileName)}:${line} ${node.getText(source).trim()}`.trim()
  })
}

function findAmongChildren(parent: Node, checker: Checker): Node[] {
  if (!isJsxElement(parent) && !isJsxFragment(parent)) return []
  const children = parent.children.flatMap((node) => readChild(node, checker))
  // What is in a fragment can have any siblings.
  const isAlone = children.length === 1 && isJsxElement(parent)
  const bare = children.filter(({ text, isFixed }, index) => {
    if (text === 'none' || (text === 'content' && isAlone)) return false
    return isJsxFragment(parent) || !isFixed || children.slice(0, index).some(canChange)
  })
  return bare.map(({ node }) => node)
}

function canChange({ isFixed }: Child): boolean {
  return !isFixed
}

function readChild(node: Node, checker: Checker): Child[] {
  if (isJsxText(node)) {
    const isShown = /\S/.test(node.text) || !node.text.includes('\n')
    return isShown ? [{ node, text: 'content', isFixed: true }] : []
  }
  if (isJsxExpression(node)) {
    return node.expression ? [readExpression(node, node.expression, checker)] : []
  }
  if (isJsxFragment(node)) return node.children.flatMap((inner) => readChild(inner, checker))
  return [readElement(node, checker)]
}

function readExpression(node: Node, expression: Node, checker: Checker): Child {
  const parts = partsOf(checker.getTypeAtLocation(expression))
  const isList = parts.some((part) => isListOfTexts(part, checker))
  const text = isList ? 'node' : parts.some(isText) ? 'content' : 'none'
  const isFixed = isMessage(expression) || (parts.length === 1 && parts.every(isLiteral))
  return { node, text, isFixed }
}

/** A message without values. */
function isMessage(expression: Node): boolean {
  if (!isCallExpression(expression) || expression.arguments.length > 0) return false
  const { expression: called } = expression
  return (
    isPropertyAccessExpression(called) &&
    isIdentifier(called.expression) &&
    called.expression.text === 'm'
  )
}

function readElement(node: Node, checker: Checker): Child {
  const tag = isJsxElement(node)
    ? node.openingElement.tagName
    : isJsxSelfClosingElement(node)
      ? node.tagName
      : null
  if (tag === null || /^[a-z]/.test(tag.getText())) return { node, text: 'none', isFixed: true }
  const type = checker.getTypeAtLocation(tag)
  const [signature] = type ? checker.getSignaturesOfType(type, SignatureKind.Call) : []
  const parts = partsOf(signature && checker.getReturnTypeOfSignature(signature))
  // `ReactNode`, as of `lazy` and `Suspense`, says nothing.
  const saysNothing = parts.some(({ flags }) => (flags & TypeFlags.BigInt) !== 0)
  const showsText =
    !saysNothing && parts.some((part) => isText(part) || isListOfTexts(part, checker))
  const isFixed = !showsText && !parts.some(isEmpty)
  return { node, text: showsText ? 'node' : 'none', isFixed }
}

function partsOf(type: Type | undefined): readonly Type[] {
  if (type === undefined) return []
  return type.isUnionType() || type.isIntersectionType() ? type.getTypes().flatMap(partsOf) : [type]
}

const textual = TypeFlags.StringLike | TypeFlags.NumberLike | TypeFlags.BigIntLike | TypeFlags.Any
const empty = TypeFlags.Null | TypeFlags.Undefined | TypeFlags.BooleanLike

function isText(type: Type): boolean {
  // An empty text has no node.
  if (type.isLiteralType() && !type.value) return false
  return (type.flags & textual) !== 0
}

function isLiteral({ flags }: Type): boolean {
  return (flags & (TypeFlags.StringLiteral | TypeFlags.NumberLiteral)) !== 0
}

function isEmpty({ flags }: Type): boolean {
  return (flags & empty) !== 0
}

function isListOfTexts(type: Type, checker: Checker): boolean {
  if (!type.isTypeReference() || !checker.isArrayType(type)) return false
  return checker.getTypeArguments(type).flatMap(partsOf).some(isText)
}
