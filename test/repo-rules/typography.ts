import type { Language } from '#contract/language.ts'

interface TypographyRule {
  readonly languages: readonly Language[]
  /** Matches a fault; the message shows the match. */
  readonly wrong: RegExp
  readonly fault: string
}

const everywhere: readonly Language[] = ['fr', 'en', 'ru', 'es']

/** A possible end of a sentence or a part of it: not inside of a time, an address or Markdown. */
const end = String.raw`(?=$|[\s*)»”|])`

const typographyRules: readonly TypographyRule[] = [
  {
    languages: ['fr'],
    wrong: new RegExp(`\\S*(?<![\\u00A0\\u202F!?])(?:[;!?]|:)${end}`, 'u'),
    fault: 'lacks the no-break space before the sign',
  },
  {
    languages: ['fr'],
    wrong: /«(?!\u00A0).{0,9}|.{0,9}(?<!\u00A0)»/u,
    fault: 'lacks a no-break space in « »',
  },
  { languages: everywhere, wrong: /\p{L}*'\p{L}+/u, fault: 'has a straight apostrophe' },
  { languages: everywhere, wrong: /.{0,9}"/u, fault: 'has straight quotes' },
  { languages: ['fr', 'ru', 'es'], wrong: /[“”].{0,9}/u, fault: 'has quotes of English' },
  { languages: ['en'], wrong: /[«»].{0,9}/u, fault: 'has quotes of French' },
  { languages: everywhere, wrong: /\S* - /u, fault: 'has a hyphen for a dash' },
  {
    languages: ['ru'],
    wrong: /\S*(?<![\u00A0|]) —/u,
    fault: 'lacks the no-break space before the dash',
  },
  {
    languages: ['fr', 'ru'],
    wrong: /\d+[ .,]\d{3}(?!\d)/u,
    fault: 'sets thousands apart without a no-break space',
  },
  {
    languages: ['en'],
    wrong: /\d+[\s.]\d{3}(?!\d)/u,
    fault: 'sets thousands apart without a comma',
  },
  {
    languages: ['es'],
    wrong: /\d+[\s,]\d{3}(?!\d)/u,
    fault: 'sets thousands apart without a point',
  },
]

/** The typographic faults of a text in a language, in words. */
export function findTypographyFaults(language: Language, text: string): string[] {
  const faults = typographyRules
    .filter(({ languages, wrong }) => languages.includes(language) && wrong.test(text))
    .map(({ wrong, fault }) => `${fault}: ${wrong.exec(text)?.[0].trim()}`)
  return language === 'es' ? [...faults, ...unopenedMarks(text)] : faults
}

function unopenedMarks(text: string): string[] {
  return [
    { open: '¿', close: '?' },
    { open: '¡', close: '!' },
  ]
    .filter(({ open, close }) => countOf(text, open) !== countOf(text, close))
    .map(({ open, close }) => `has not as many ${open} as ${close}`)
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1
}

/** The visible lines of a Markdown file, without markup, names and addresses. */
export function readableLines(markdown: string): string[] {
  return markdown
    .split('\n')
    .map((line) =>
      line
        .replace(/^(?:(?:order|related|localNumbers): .*|(?:title|description|changed): )/, '')
        .replace(/^(?:```.*|-{3}|[|:\s-]+)$/, '')
        .replaceAll(/!\[/g, '[')
        .replaceAll(/\]\([^)]*\)/g, ''),
    )
    .filter((line) => line !== '')
}
