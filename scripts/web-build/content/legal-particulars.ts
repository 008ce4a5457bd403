import { siteConfig } from '#site/community.ts'
import { legalParticulars } from '#site/legal.ts'
import { ContentFault } from './content-files.ts'

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
