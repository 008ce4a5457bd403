import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { etagOf, type WebFile } from './web-build.ts'

export interface FinishedFile extends WebFile {
  /** A page that says that search engines should leave it out. */
  readonly unlisted: boolean
}

/** Finds a finished file by its name, for a language that was asked for by address or for none. */
export type FindFile = (name: string, askedLanguage?: string) => FinishedFile | undefined

/**
 * Puts in what files can only know from the settings: our own address, and the language that the
 * visitor's address names. Done when a file is first asked for, so that the start does not wait, and
 * kept: there are as many results as files and languages.
 */
export function finishFiles(
  templates: ReadonlyMap<string, WebFile>,
  publicOrigin: string,
): FindFile {
  const finished = new Map<string, FinishedFile>()
  return (name, askedLanguage) => {
    const template = templates.get(name)
    if (!template) return undefined
    const languageQuery = askedLanguage === undefined ? '' : `?lang=${askedLanguage}`
    const key = name + languageQuery
    const known = finished.get(key)
    if (known) return known
    const file = finishFile(template, publicOrigin, languageQuery)
    finished.set(key, file)
    return file
  }
}

function finishFile(template: WebFile, publicOrigin: string, languageQuery: string): FinishedFile {
  const finish = (): string =>
    new TextDecoder()
      .decode(template.content)
      .replaceAll('%PUBLIC_ORIGIN%', publicOrigin)
      .replaceAll('%LANGUAGE_QUERY%', languageQuery)
  const finished = finish()
  // Only the forms that somebody takes are kept, which is the small one mostly.
  let content: Uint8Array<ArrayBuffer> | undefined
  let brotli: Uint8Array<ArrayBuffer> | undefined
  let gzip: Uint8Array<ArrayBuffer> | undefined
  return {
    get content() {
      return (content ??= new TextEncoder().encode(finish()))
    },
    get brotli() {
      return (brotli ??= new Uint8Array(brotliCompressSync(finish(), brotliOptions)))
    },
    get gzip() {
      return (gzip ??= new Uint8Array(gzipSync(finish())))
    },
    contentType: template.contentType,
    etag: etagOf(finished),
    unlisted: template.contentType.startsWith('text/html') && finished.includes(unlistedMark),
  }
}

const unlistedMark = '<meta name="robots" content="noindex">'

// The best quality is 3 % smaller and ten times slower, which the first visitor would feel. The usual
// window of 4 MB takes ten times as long as one of the size of a page: its memory is cleared each time.
const brotliOptions = {
  params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 16 },
}
