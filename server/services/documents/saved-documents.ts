import { sql } from 'kysely'
import type { AnswerOf } from '#contract/endpoint.ts'
import {
  placeOfText,
  textName,
  type EditedText,
  type listTexts,
  type TextFaultCode,
  type TextPlace,
  type WrittenDocument,
} from '#contract/documents.ts'
import { defaultLanguage } from '#contract/language.ts'
import { paths } from '#contract/paths.ts'
import type { Admin } from '#server/services/audit/audit-log.ts'
import type { Services } from '#server/services/context.ts'
import { saveEdit, type Edit, type SavedEdits } from '#server/services/edits/edits.ts'
import { undoEdit, type EditChange } from '#server/services/edits/history.ts'
import { ServiceError } from '#server/services/service-error.ts'
import { assembleSite, readSections } from '#server/services/site/site.ts'
import { requireRight } from '#server/services/require-right.ts'
import {
  ContentFault,
  documentName,
  documentNames,
  fileOf,
  originalOf,
  parseText,
  type TextFile,
} from './content-files.ts'
import { createDocuments, treeReader, type Documents, type TextSite } from './documents.ts'
import { keepPictures } from './text-pictures.ts'

export interface DocumentReader {
  /** What holds where nothing is saved. */
  readonly files: readonly TextFile[]
  /** The texts now. Read them at the moment of use: they change. */
  readonly current: () => Documents
  readonly openedAt: Date
  /** What is wrong with saved texts that cannot be shown since then, such as after an update. */
  readonly faults: () => readonly ContentFault[]
  /** The texts with what is saved, if this were the community. */
  readonly textsIn: (site: TextSite, saved: SavedEdits) => Documents
  /** What would be wrong besides in them. */
  readonly newFaults: (texts: Documents) => readonly ContentFault[]
}

type Opening = Pick<Services, 'edits' | 'clock'> & {
  readonly site: { readonly current: () => TextSite }
}

/** @throws ContentFault for a text without a French one. */
export function openDocuments(
  { edits, site, clock }: Opening,
  files: readonly TextFile[],
): DocumentReader {
  const textsIn: DocumentReader['textsIn'] = (nextSite, saved) =>
    createDocuments(textsNow(files, saved), nextSite)
  const make = () => {
    const from = { saved: edits.current(), site: site.current() }
    return { ...from, documents: textsIn(from.site, from.saved) }
  }
  let made = make()
  const current = () => {
    if (made.saved !== edits.current() || made.site !== site.current()) made = make()
    return made.documents
  }
  const faults = () => [...savedTexts(edits.current()).filter(isFault), ...current().faults()]
  return {
    files,
    openedAt: clock(),
    current,
    faults,
    textsIn,
    newFaults: (texts) => {
      const known = new Set(faults().map(({ place }) => place))
      return texts.faults().filter(({ place }) => !known.has(place))
    },
  }
}

/** The files, with what is saved in their place. A saved translation needs a French text too. */
function textsNow(files: readonly TextFile[], edits: SavedEdits): readonly TextFile[] {
  const saved = savedTexts(edits).flatMap((text) => (isFault(text) ? [] : [text]))
  const replaced = new Set(saved.map(({ file }) => file))
  const kept = files.filter(({ file }) => !replaced.has(file))
  const originals = new Set(
    [...kept, ...saved].filter(({ language }) => language === defaultLanguage).map(documentName),
  )
  return [...kept, ...saved.filter((text) => originals.has(documentName(text)))]
}

type Parsed = TextFile | ContentFault

function isFault(parsed: Parsed): parsed is ContentFault {
  return parsed instanceof ContentFault
}

function savedTexts({ byName }: SavedEdits): readonly Parsed[] {
  return [...byName].flatMap(([name, edit]) => parsedOnce(name, edit) ?? [])
}

/** Most texts stay as they are when one is saved. */
const parsedTexts = new WeakMap<Edit, Parsed>()

function parsedOnce(name: string, edit: Edit): Parsed | null {
  const place = placeOfText(name)
  if (!place || typeof edit.value !== 'string') return null
  const parsed = parsedTexts.get(edit) ?? parse(place, edit.value)
  parsedTexts.set(edit, parsed)
  return parsed
}

/** Another version of the product may have saved a head that this one cannot read. */
function parse(place: TextPlace, source: string): Parsed {
  try {
    return parseText(place, source, () => true)
  } catch (error) {
    if (error instanceof ContentFault) return error
    throw error
  }
}

type Saving = Pick<Services, 'database' | 'clock' | 'edits' | 'documents' | 'site'>

/** All texts with their languages: those that are shown, then those that are not. */
export async function describeTexts({
  database,
  edits,
  documents,
}: Saving): Promise<AnswerOf<typeof listTexts>> {
  const saved = await edits.refresh()
  const texts = textsNow(documents.files, saved)
  const faulty = new Set(documents.faults().map(({ file }) => file))
  const shown = texts.map(({ file, kind, slug, language, title, changed }) => ({
    kind,
    slug,
    language,
    title,
    changed,
    isReadable: !faulty.has(file),
    isOlder: changed < originalOf(texts, documentName({ kind, slug })).changed,
    isDeleted: false,
  }))
  const all = Map.groupBy([...shown, ...(await hiddenTexts(database, saved, texts))], documentName)
  const names = new Set([...documentNames(texts), ...all.keys()])
  return [...names].flatMap((name) => {
    const versions = all.get(name) ?? []
    const [first] = versions
    if (!first) return []
    const summaries = versions.map(({ kind: _kind, slug: _slug, ...text }) => text)
    return [{ kind: first.kind, slug: first.slug, texts: summaries }]
  })
}

/** Texts without a page: deleted ones, their translations, and those that cannot be read. */
async function hiddenTexts(
  { db }: Services['database'],
  { byName }: SavedEdits,
  shown: readonly TextFile[],
) {
  const files = new Set(shown.map(({ file }) => file))
  const isHidden = (name: string): boolean => {
    const place = placeOfText(name)
    return place !== null && !files.has(fileOf(place))
  }
  const names = [...byName.keys()].filter(isHidden)
  const last = await db
    .selectFrom('edits')
    .distinctOn('name')
    .select(['name', 'value', 'changed_at'])
    .where(sql<boolean>`name = any(${names}::text[])`)
    .where('value', 'is not', null)
    .orderBy('name')
    .orderBy('id', 'desc')
    .execute()
  return last.flatMap(({ name, value, changed_at: changedAt }) => {
    const place = placeOfText(name)
    if (!place || typeof value !== 'string') return []
    const text = parse(place, value)
    const day = changedAt.toISOString().slice(0, 10)
    const { title, changed } = isFault(text) ? { title: place.slug, changed: day } : text
    const isDeleted = byName.get(name)?.value === null
    return [{ ...place, title, changed, isReadable: !isFault(text), isOlder: false, isDeleted }]
  })
}

/** A text for its editor; `text` is null where nobody has written one. */
export async function readText({ edits, documents }: Saving, place: TextPlace) {
  const { byName } = await edits.refresh()
  return viewOf(documents.files, place, byName.get(textName(place)))
}

function viewOf(files: readonly TextFile[], place: TextPlace, edit: Edit | undefined): EditedText {
  const fileText = fileTextOf(files, place)
  return {
    text: typeof edit?.value === 'string' ? edit.value : fileText,
    fileText,
    version: edit?.version ?? null,
    changedAt: edit?.changedAt.toISOString() ?? null,
    changedBy: edit?.changedBy ?? null,
  }
}

function fileTextOf(files: readonly TextFile[], place: TextPlace): string | null {
  return files.find(({ file }) => file === fileOf(place))?.source ?? null
}

interface TextChange {
  /** Null for what the file says. */
  readonly text: string | null
  readonly version: number | null
}

/**
 * Saves a text, or brings back that of the file. Refuses with `edit_conflict`, and a mistake in the
 * text with `validation_failed`.
 */
export async function saveText(
  services: Saving,
  admin: Admin,
  place: TextPlace,
  { text, version }: TextChange,
): Promise<EditedText> {
  await refuseLostPictures(services, text)
  const change = {
    name: textName(place),
    value: text,
    version,
    ...rulesOf(services, place, text),
  }
  return viewOf(services.documents.files, place, await saveEdit(services, admin, change))
}

/**
 * Saves what a text was before a change; null for a change of something else. Refuses as `saveText`
 * does, and with `forbidden`.
 */
export async function undoText(
  services: Saving,
  admin: Admin,
  change: EditChange,
): Promise<Edit | null> {
  const place = placeOfText(change.name)
  if (!place) return null
  requireRight(admin, 'site.edit')
  const before = typeof change.before === 'string' ? change.before : null
  return undoEdit(services, admin, change, rulesOf(services, place, before))
}

function rulesOf(services: Saving, place: TextPlace, source: string | null) {
  const check = (_: unknown, saved: SavedEdits): void => {
    if (source !== null) readDocument(services, saved, place, source)
  }
  return { fileValue: fileTextOf(services.documents.files, place), check }
}

async function refuseLostPictures(services: Saving, text: string | null): Promise<void> {
  const lost = text === null ? undefined : await keepPictures(services, text)
  if (text === null || lost === undefined) return
  const line = lineAt(text, text.indexOf(lost))
  const fault = 'this picture is no longer here: upload it again'
  throw refusal({ code: 'lost_picture', line, fault })
}

/** What the page of a text would show. Refuses what `saveText` refuses. */
export async function previewText(
  services: Saving,
  place: TextPlace,
  source: string,
): Promise<WrittenDocument> {
  await refuseLostPictures(services, source)
  return readDocument(services, services.edits.current(), place, source)
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length
}

/** It is the next day there first. */
const easternmostOffsetMs = 14 * 60 * 60 * 1000

/** A text among the others. Refuses a mistake in it with `validation_failed`. */
function readDocument(
  { documents: { files }, site, clock }: Saving,
  saved: SavedEdits,
  place: TextPlace,
  source: string,
): WrittenDocument {
  // Another process may have changed the community since this one has read it.
  const { data } = readSections(site.files, saved)
  const community = data ? assembleSite(data, site.files) : site.current()
  const others = textsNow(files, saved).filter(({ file }) => file !== fileOf(place))
  const addresses = new Set(others.map((one) => paths.document(one.kind, one.slug)))
  const latestDay = new Date(clock().getTime() + easternmostOffsetMs).toISOString().slice(0, 10)
  const fault = (index: number, words: string, code: TextFaultCode): ContentFault =>
    new ContentFault(fileOf(place), lineAt(source, index), words, code)
  try {
    const character = source.search(/(?![\n\r\t])[\p{Cc}\p{Cs}]/u)
    if (character !== -1) throw fault(character, 'a character that no text has', 'character')
    const text = parseText(place, source, (path) => addresses.has(path))
    if (text.changed > latestDay) {
      throw fault(source.indexOf('\nchanged:') + 1, `${text.changed} is still to come`, 'future')
    }
    if (text.markdown.trim() === '') {
      throw fault(0, 'the text is empty: write it', 'empty')
    }
    const texts = [...others, text]
    treeReader(texts, community)(text)
    return createDocuments(texts, community).written(text)
  } catch (error) {
    if (!(error instanceof ContentFault)) throw error
    throw refusal(error)
  }
}

function refusal({
  code,
  line,
  fault,
}: Pick<ContentFault, 'code' | 'line' | 'fault'>): ServiceError {
  const errors = [{ path: 'text', code, line, message: `line ${line}: ${fault}` }]
  return new ServiceError('validation_failed', { errors })
}
