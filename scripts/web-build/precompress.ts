import { readdir, readFile, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)
const shrinking = new Set(['.js', '.css', '.svg'])

/** Writes a `.br` and a `.gz` next to every file that shrinks. */
export async function precompress(directory: string): Promise<void> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.flatMap((file) =>
      shrinking.has(extname(file)) ? [writeBrotli(file), writeGzip(file)] : [],
    ),
  )
}

async function writeBrotli(file: string): Promise<void> {
  const content = await readFile(file)
  const params = {
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
  }
  await writeFile(`${file}.br`, await brotli(content, { params }))
}

async function writeGzip(file: string): Promise<void> {
  await writeFile(`${file}.gz`, await zip(await readFile(file), { level: 9 }))
}
