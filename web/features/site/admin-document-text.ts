import * as z from 'zod/mini'

/** A text as its form has it: the head by fields, and the rest as it is written. */
export const typedText = z.object({
  title: z.string(),
  description: z.string(),
  /** A day such as `2026-11-29`. */
  changed: z.string(),
  /** The other lines of the head, which the form leaves as they are. */
  otherHead: z.string(),
  body: z.string(),
})
export type TypedText = z.output<typeof typedText>

const fields = ['title', 'description', 'changed'] as const

function isOther(line: string): boolean {
  return line !== '' && !fields.some((field) => line.startsWith(`${field}:`))
}

/** Takes a Markdown text with its head apart. */
export function splitText(text: string): TypedText {
  const [, head = '', body = text] = /^---\r?\n(.*?)\r?\n---\r?\n?(.*)$/s.exec(text) ?? []
  const lines = head.split(/\r?\n/)
  const valueOf = (field: string): string =>
    lines.find((line) => line.startsWith(`${field}:`))?.slice(field.length + 1) ?? ''
  return {
    title: valueOf('title').trim(),
    description: valueOf('description').trim(),
    changed: valueOf('changed').trim(),
    otherHead: lines.filter(isOther).join('\n'),
    body: body.replace(/^(\r?\n)+/, ''),
  }
}

/** Puts it together again. A field of the head has one line. */
export function joinText({ otherHead, body, ...head }: TypedText): string {
  const lines = fields.map((field) => `${field}: ${head[field].replaceAll(/\s+/g, ' ').trim()}`)
  if (otherHead !== '') lines.push(otherHead)
  return `---\n${lines.join('\n')}\n---\n\n${body.trimEnd()}\n`
}

/** The line of the body in which a line of the whole text is; null for one of the head. */
export function bodyLine(line: number, text: string): number | null {
  const head = text.slice(0, text.indexOf('\n---\n') + '\n---\n\n'.length)
  const inBody = line - head.split('\n').length + 1
  return inBody > 0 ? inBody : null
}
