import type { ComponentType } from 'react'
import type { Language } from '#contract/language.ts'
import { getLocale } from '#web/i18n/runtime.ts'
import type { Drawing } from './drawing.ts'

/** What is known of a guide or of rules without their text. */
export interface DocumentEntry {
  readonly section: 'guides' | 'rules'
  readonly slug: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** The day when its meaning last changed: `2026-11-21`. */
  readonly changed: string
  /** The language that it is written in: another one than the page's where no current translation is. */
  readonly language: Language
}

/** What to mark the words of a text with, as `lang`: nothing where they are in the page's language. */
export function foreignLanguage({ language }: DocumentEntry): Language | undefined {
  return language === getLocale() ? undefined : language
}

/** A guide or rules, as the build makes them of a file in `content/`. */
export interface WrittenDocument extends DocumentEntry {
  readonly headings: readonly DocumentHeading[]
  readonly drawings: Readonly<Record<string, Drawing>>
  readonly Body: ComponentType<{ readonly components: object }>
}

interface DocumentHeading {
  readonly anchor: string
  readonly depth: number
  readonly heading: string
}

/** A part of a document under one heading, in plain words. */
export interface SearchText extends Pick<DocumentEntry, 'section' | 'slug'> {
  /** Empty for what stands before the first heading. */
  readonly anchor: string
  readonly heading: string
  readonly text: string
}
