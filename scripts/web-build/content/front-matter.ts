import { ContentFault } from './content-fault.ts'

const keys = ['title', 'description', 'changed'] as const

/** What the head of a text says about it. */
export interface FrontMatter {
  readonly title: string
  /** One sentence, for tiles and search engines. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
}

interface ParsedText extends FrontMatter {
  /** The text with empty lines in place of its head, so that lines keep their numbers. */
  readonly markdown: string
}

/**
 * Reads the head of a text: `key: value` lines between two lines `---`.
 * @throws ContentFault that names the line.
 */
export function readFrontMatter(file: string, text: string): ParsedText {
  const lines = text.split(/\r?\n/)
  if (lines[0] !== '---') throw new ContentFault(file, 1, 'a text begins with a line ---')
  const end = lines.indexOf('---', 1)
  if (end === -1) throw new ContentFault(file, 1, 'the head has no second line ---')
  const found = new Map(lines.slice(1, end).map((line, index) => readEntry(file, index + 2, line)))
  const valueOf = (key: (typeof keys)[number]): string => {
    const value = found.get(key)
    if (value === undefined) throw new ContentFault(file, end + 1, `the head lacks ${key}`)
    return value
  }
  return {
    title: valueOf('title'),
    description: valueOf('description'),
    changed: valueOf('changed'),
    markdown: [...lines.slice(0, end + 1).fill(''), ...lines.slice(end + 1)].join('\n'),
  }
}

function readEntry(file: string, line: number, source: string): readonly [string, string] {
  const [, key = '', value = ''] = /^(\w+): *(.*?) *$/.exec(source) ?? []
  if (!keys.some((known) => known === key)) {
    throw new ContentFault(file, line, `the head has ${keys.join(', ')}, not “${source}”`)
  }
  if (value === '') throw new ContentFault(file, line, `${key} is empty`)
  if (key === 'changed' && !isDay(value)) {
    throw new ContentFault(file, line, `${value} is no day such as 2026-11-21`)
  }
  return [key, value]
}

function isDay(value: string): boolean {
  const time = Date.parse(`${value}T00:00:00Z`)
  return /^\d{4}-\d\d-\d\d$/.test(value) && new Date(time || 0).toISOString().startsWith(value)
}
