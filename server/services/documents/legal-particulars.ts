import { ContentFault } from './content-files.ts'

/** What is null has no line in the texts. */
export type Particulars = Readonly<Record<string, string | null>>

/**
 * Puts the owner's particulars into a legal text: `{sellerName}` and others of `site/legal.ts`,
 * `{brand}` and `{discord}`. A line with one that is null is left out, so that all others keep their
 * place in the file. @throws ContentFault for an unknown one.
 */
export function fillInParticulars(
  file: string,
  markdown: string,
  particulars: Particulars,
): string {
  const fillInLine = (line: string, index: number): string => {
    const names = [...line.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const unknown = names.find((name) => !(name in particulars))
    if (unknown !== undefined) {
      throw new ContentFault(
        file,
        index + 1,
        `{${unknown}} is unknown: use ${Object.keys(particulars).join(', ')}`,
        'particular',
      )
    }
    if (names.some((name) => particulars[name] === null)) return ''
    return line.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      (particulars[name] ?? '').replaceAll(/[\\`*_[\]<>|~]/g, String.raw`\$&`),
    )
  }
  return markdown.split('\n').map(fillInLine).join('\n')
}
