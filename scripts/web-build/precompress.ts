import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const sentAsTheyAre = new Set(['.js', '.css', '.svg', '.webmanifest'])
/** Never sent like this: the server finishes it, and only keeps it small until then. */
const finishedLater = '.html'
const [bestQuality, quickQuality] = [constants.BROTLI_MAX_QUALITY, 5]

/**
 * Puts a `.br` and a `.gz` beside every file of a folder that is sent as it is and shrinks, and a `.br`
 * beside every page.
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
