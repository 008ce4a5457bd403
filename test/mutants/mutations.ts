import { parseSync, Visitor, type ESTree } from 'vite'

/** One small fault for a source text: a range of it and its replacement. */
export interface Mutation {
  readonly operator: string
  readonly start: number
  readonly end: number
  readonly replacement: string
}

type Range = Pick<Mutation, 'start' | 'end'>

const swappedOperators: ReadonlyMap<string, readonly [operator: string, swapped: string][]> =
  new Map([
    [
      '<',
      [
        ['boundary', '<='],
        ['comparison', '>='],
      ],
    ],
    [
      '<=',
      [
        ['boundary', '<'],
        ['comparison', '>'],
      ],
    ],
    [
      '>',
      [
        ['boundary', '>='],
        ['comparison', '<='],
      ],
    ],
    [
      '>=',
      [
        ['boundary', '>'],
        ['comparison', '<'],
      ],
    ],
    ['===', [['comparison', '!==']]],
    ['!==', [['comparison', '===']]],
    ['+', [['arithmetic', '-']]],
    ['-', [['arithmetic', '+']]],
    ['*', [['arithmetic', '/']]],
    ['/', [['arithmetic', '*']]],
    ['%', [['arithmetic', '*']]],
    ['&&', [['logic', '||']]],
    ['||', [['logic', '&&']]],
    ['??', [['logic', '&&']]],
    ['+=', [['arithmetic', '-=']]],
    ['-=', [['arithmetic', '+=']]],
    ['??=', [['logic', '=']]],
    ['++', [['arithmetic', '--']]],
    ['--', [['arithmetic', '++']]],
  ])

const swappedMethods: ReadonlyMap<string, string> = new Map([
  ['some', 'every'],
  ['every', 'some'],
  ['min', 'max'],
  ['max', 'min'],
  ['floor', 'ceil'],
  ['ceil', 'floor'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
])

/** Methods whose result could be mistaken for the object that they are called on. */
const passingMethods: ReadonlySet<string> = new Set([
  'filter',
  'slice',
  'trim',
  'toSorted',
  'toReversed',
  'toLowerCase',
])

/** All mutations of a TypeScript text, in its order. Types and the texts of errors and logs have none. */
export function findMutations(path: string, text: string): Mutation[] {
  const found: Mutation[] = []
  const literalsToKeep = new Set<number>()
  const rangesToKeep: Range[] = []
  const replace = (operator: string, { start, end }: Range, replacement: string): void => {
    if (text.slice(start, end) !== replacement) {
      found.push({ operator, start, end, replacement })
    }
  }
  const swapBetween = (left: Range, right: Range, written: string): void => {
    const start = text.indexOf(written, left.end)
    if (start === -1 || start > right.start) return
    for (const [operator, swapped] of swappedOperators.get(written) ?? []) {
      replace(operator, { start, end: start + written.length }, swapped)
    }
  }
  const forceCondition = (test: Range, values: readonly string[]): void => {
    for (const value of values) replace('condition', test, value)
  }
  const dropQuestion = (before: Range, kept: '.' | ''): void => {
    const start = text.indexOf('?.', before.end)
    replace('optional chain', { start, end: start + 2 }, kept)
  }
  const keepKey = ({ computed, key }: { computed: boolean; key: Range }): void => {
    if (!computed) literalsToKeep.add(key.start)
  }

  visit(path, text, {
    ImportDeclaration: ({ source }) => void literalsToKeep.add(source.start),
    ExportAllDeclaration: ({ source }) => void literalsToKeep.add(source.start),
    ExportNamedDeclaration: ({ source }) => void (source && literalsToKeep.add(source.start)),
    ImportExpression: ({ source }) => void literalsToKeep.add(source.start),
    TSLiteralType: ({ literal }) => void literalsToKeep.add(literal.start),
    TSPropertySignature: keepKey,
    TaggedTemplateExpression: ({ quasi }) => void literalsToKeep.add(quasi.start),
    Property: keepKey,
    PropertyDefinition: keepKey,
    MethodDefinition: keepKey,
    NewExpression: ({ callee, arguments: given }) => {
      if (textOf(text, callee).endsWith('Error')) rangesToKeep.push(...given)
    },
    CallExpression: (node) => {
      if (/^(console|(.*\.)?log)\.\w+$/.test(textOf(text, node.callee))) rangesToKeep.push(node)
      if (node.optional) dropQuestion(node.callee, '')
      if (node.callee.type !== 'MemberExpression' || node.callee.computed) return
      const { object, property } = node.callee
      const method = textOf(text, property)
      const swapped = swappedMethods.get(method)
      if (swapped !== undefined) replace('method', property, swapped)
      if (passingMethods.has(method)) replace('method', { start: object.end, end: node.end }, '')
    },
    MemberExpression: ({ object, computed, optional }) => {
      if (optional) dropQuestion(object, computed ? '' : '.')
    },
    ExpressionStatement: ({ expression }) => {
      const called = expression.type === 'AwaitExpression' ? expression.argument : expression
      const isLog = rangesToKeep.some(({ start }) => start === called.start)
      if (isCall(called) && !isLog) replace('call removed', expression, 'void 0')
    },
    BlockStatement: (node) => {
      if (node.body.length > 0) replace('block emptied', node, '{}')
    },
    ArrowFunctionExpression: ({ expression, body }) => {
      if (expression) replace('block emptied', body, 'undefined')
    },
    IfStatement: ({ test }) => forceCondition(test, ['true', 'false']),
    ConditionalExpression: ({ test }) => forceCondition(test, ['true', 'false']),
    WhileStatement: ({ test }) => forceCondition(test, ['false']),
    ForStatement: ({ test }) => test && forceCondition(test, ['false']),
    BinaryExpression: ({ left, right, operator }) => {
      if (operator !== '+' || ![left, right].some(isText)) swapBetween(left, right, operator)
    },
    LogicalExpression: ({ left, right, operator }) => swapBetween(left, right, operator),
    AssignmentExpression: ({ left, right, operator }) => swapBetween(left, right, operator),
    UpdateExpression: ({ start, end, operator, prefix }) => {
      const at = prefix ? start : end - 2
      const [[name, swapped] = ['', '']] = swappedOperators.get(operator) ?? []
      replace(name, { start: at, end: at + 2 }, swapped)
    },
    UnaryExpression: ({ start, operator }) => {
      if (operator === '!') replace('negation', { start, end: start + 1 }, '')
      if (operator === '-') replace('arithmetic', { start, end: start + 1 }, '+')
    },
    Literal: (node) => {
      if (literalsToKeep.has(node.start)) return
      if (typeof node.value === 'boolean') replace('boolean', node, String(!node.value))
      if (typeof node.value === 'string') {
        replace('text', node, node.value === '' ? "'mutant'" : "''")
      }
    },
    TemplateLiteral: (node) => {
      if (!literalsToKeep.has(node.start)) replace('text', node, '``')
    },
    ArrayExpression: (node) => {
      if (node.elements.length > 0) replace('list emptied', node, '[]')
    },
    ObjectExpression: (node) => {
      if (node.properties.length > 0) replace('object emptied', node, '{}')
    },
  })
  return found
    .filter((mutation) => !rangesToKeep.some((range) => isWithin(mutation, range)))
    .toSorted((a, b) => a.start - b.start || a.end - b.end)
}

/** A piece of code that a call enters: a function's body, or a block in one. */
export interface Block extends Range {
  readonly isExpression: boolean
}

/** The blocks of a text. Code outside of all blocks runs when the module is loaded. */
export function findBlocks(path: string, text: string): Block[] {
  const blocks: Block[] = []
  visit(path, text, {
    BlockStatement: ({ start, end }) => void blocks.push({ start, end, isExpression: false }),
    ArrowFunctionExpression: ({ expression, body: { start, end } }) => {
      if (expression) blocks.push({ start, end, isExpression: true })
    },
  })
  return blocks
}

export function isWithin(inner: Range, outer: Range): boolean {
  return inner.start >= outer.start && inner.end <= outer.end
}

export function applyMutation(text: string, { start, end, replacement }: Mutation): string {
  return text.slice(0, start) + replacement + text.slice(end)
}

function visit(
  path: string,
  text: string,
  visitor: ConstructorParameters<typeof Visitor>[0],
): void {
  const { program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`)
  new Visitor(visitor).visit(program)
}

function textOf(text: string, { start, end }: Range): string {
  return text.slice(start, end)
}

function isCall(node: ESTree.Expression): boolean {
  return (
    node.type === 'CallExpression' ||
    (node.type === 'ChainExpression' && node.expression.type === 'CallExpression')
  )
}

/** Adding strings joins them; minus would only give NaN. */
function isText(node: ESTree.Expression | ESTree.PrivateIdentifier): boolean {
  return (
    node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node.value === 'string')
  )
}
