import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { etagOf, type WebFile } from './web-build.ts'

/** Finds a finished file by its name, for a language that was asked for by address or for none. */
export type FindFile = (name: string, askedLanguage?: string) => WebFile | undefined

/**
 * Puts in what files can only know from the settings: our own address, and the language that the
 * visitor's address names. Done when a file is first asked for, so that the start does not wait, and
 * kept: there are as many results as files and languages.
 */
export function finishFiles(
  templates: ReadonlyMap<string, WebFile>,
  publicOrigin: string,
): FindFile {
  const finished = new Map<string, WebFile>()
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

function finishFile(template: WebFile, publicOrigin: string, languageQuery: string): WebFile {
  const text = new TextDecoder()
    .decode(template.content)
    .replaceAll('%PUBLIC_ORIGIN%', publicOrigin)
    .replaceAll('%LANGUAGE_QUERY%', languageQuery)
  const content = new TextEncoder().encode(text)
  let brotli: Uint8Array<ArrayBuffer> | undefined
  let gzip: Uint8Array<ArrayBuffer> | undefined
  return {
    content,
    get brotli() {
      return (brotli ??= new Uint8Array(brotliCompressSync(content, brotliOptions)))
    },
    get gzip() {
      return (gzip ??= new Uint8Array(gzipSync(content)))
    },
    contentType: template.contentType,
    etag: etagOf(content),
    unlisted: template.unlisted,
  }
}

// The best quality is 3 % smaller and ten times slower, which the first visitor would feel.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
