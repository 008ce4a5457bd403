import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const sentAsTheyAre = new Set(['.js', '.css', '.svg', '.webmanifest'])
/** The server completes these before sending, and keeps only the small form until then. */
const finishedLater = '.html'
const [bestQuality, quickQuality] = [constants.BROTLI_MAX_QUALITY, 5]

/**
 * Writes a `.br` and a `.gz` next to every file that is sent unchanged and shrinks, and a `.br`
 * next to every page.
 */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.flatMap((file) => {
      if (sentAsTheyAre.has(extname(file))) return [writeBrotli(file, bestQuality), writeGzip(file)]
      return extname(file) === finishedLater ? [writeBrotli(file, quickQuality)] : []
    }),
  )
}

async function writeBrotli(file: string, quality: number): Promise<void> {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: quality,
  }
  await writeFile(`${file}.br`, await brotli(content, { params }))
}

async function writeGzip(file: string): Promise<void> {
  await writeFile(`${file}.gz`, await zip(await readFile(file), { level: 9 }))
}
