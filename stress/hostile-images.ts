import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout } from 'node:timers/promises'
import sharp from 'sharp'
import { z } from 'zod'
import { buildWebIfStale } from '#scripts/build-web.ts'
import { accessCode } from '#test/factories/admin.ts'
import { asDataUrl, hostileFiles, photoWithPlace } from '#test/factories/pictures.ts'
import { itemBody, readShopItems } from '#test/factories/shop-items.ts'
import { startProduct, type RunningProduct } from '#test/product.ts'
import { createVisitor, type Visitor } from '#test/visitor.ts'
import { defineStress } from './define-stress.ts'
import { note, reportAtMost, reportExactly } from '#bench/report.ts'
import { jpegBombs } from './hostile-images/jpeg-bombs.ts'
import { pngBombs } from './hostile-images/png-bombs.ts'
import { webpBombs } from './hostile-images/webp-bombs.ts'
import { createRandom } from '#test/random.ts'
import { watchPages } from './watch-pages.ts'

const rounds = 5
const uploadersAtOnce = 2
const longestRefusalMilliseconds = 1000
const mostMegabytes = 200
const quietMilliseconds = 5000
/** Pages that visitors open meanwhile. */
const pages = ['/', '/api/shop-items', '/api/donors']

/**
 * Decodes pictures made to exhaust memory and time, each in a new process. Then uploads files with
 * false formats, one at a time and several at once, while others look at pages (R15).
 */
export const hostileImages = defineStress({ seed: 15 }, async (setting) => {
  await buildWebIfStale()
  const isBounded = await decodeBombs(setting('seed'))
  const product = await startProduct()
  try {
    return (await attack(product)) && isBounded
  } finally {
    await product.stop()
  }
})

const measured = z.object({ end: z.string(), milliseconds: z.number(), megabytes: z.number() })

interface Decoding extends z.output<typeof measured> {
  readonly what: string
}

async function decodeBombs(seed: number): Promise<boolean> {
  const random = createRandom(seed)
  const bombs = Object.entries({
    ...pngBombs(random),
    ...(await jpegBombs(random)),
    ...(await webpBombs(random)),
  })
  const decodings: Decoding[] = []
  for (const [what, make] of bombs) decodings.push({ what, ...(await decode(await make())) })
  const accepted = decodings.filter(({ end }) => end === 'accepted')
  const faults = decodings.filter(({ end }) => end !== 'accepted' && end !== 'refused')
  for (const { what, end } of faults) note(`${what}: ${end}`)
  const [heaviest] = decodings.toSorted((a, b) => b.megabytes - a.megabytes)
  const [slowest] = decodings.toSorted((a, b) => b.milliseconds - a.milliseconds)
  if (!heaviest || !slowest) throw new Error('no bombs')
  note(`${bombs.length} bombs with seed ${seed}: ${accepted.length} hold a picture that is shown`)
  return [
    reportAtMost(
      `most memory above rest (${heaviest.what})`,
      heaviest.megabytes,
      mostMegabytes,
      'MB',
    ),
    reportSlowest('decoding', slowest),
    reportExactly('bombs that ended neither in a picture nor in a refusal', faults.length),
  ].every(Boolean)
}

function reportSlowest(
  kind: string,
  { what, milliseconds }: Pick<Decoding, 'what' | 'milliseconds'>,
): boolean {
  return reportAtMost(`slowest ${kind} (${what})`, milliseconds, longestRefusalMilliseconds, 'ms')
}

function decode(bytes: Buffer): Promise<z.output<typeof measured>> {
  const { promise, resolve } = Promise.withResolvers<z.output<typeof measured>>()
  const program = path.resolve(import.meta.dirname, 'hostile-images/measure-decoding.ts')
  const child = execFile(process.execPath, ['--expose-gc', program], (error, output) => {
    if (error) resolve({ end: error.message, milliseconds: Infinity, megabytes: Infinity })
    else resolve(measured.parse(JSON.parse(output)))
  })
  child.stdin?.on('error', () => undefined)
  child.stdin?.end(bytes)
  return promise
}

async function attack(product: RunningProduct): Promise<boolean> {
  const files = Object.entries(await hostileFiles())
  const admin = createVisitor(product.origin)
  await admin.post('/api/admin/session', { code: accessCode })
  const addresses = pages.map((page) => product.origin + page)
  const quiet = await watchPages(addresses, () => setTimeout(quietMilliseconds))

  let slowest = { what: '', milliseconds: 0 }
  for (const [what, bytes] of files) {
    const milliseconds = await refuse(admin, what, bytes)
    if (milliseconds > slowest.milliseconds) slowest = { what, milliseconds }
  }
  const meanwhile = await watchPages(addresses, () => uploadAll(admin, files))
  const stored = (await readShopItems(product)).length
  const leaks = await findLeaks(product, admin)

  const ratio = meanwhile.p99Milliseconds / quiet.p99Milliseconds
  note(
    `${files.length} hostile files one by one, ${files.length * rounds} more by ${uploadersAtOnce} at once`,
  )
  note(
    `other pages’ p99: ${quiet.p99Milliseconds.toFixed(1)} ms before, ${meanwhile.p99Milliseconds.toFixed(1)} ms meanwhile (${ratio.toFixed(1)} ×)`,
  )
  return [
    reportSlowest('refusal', slowest),
    reportExactly('other pages that failed', meanwhile.failures),
    reportExactly('hostile files that were stored', stored),
    reportExactly('secrets of a photo that were left', leaks.length),
  ].every(Boolean)
}

/** How long the refusal took. Throws when the file was accepted. */
async function refuse(admin: Visitor, what: string, bytes: Buffer): Promise<number> {
  const fields = await itemBody({ name: what.slice(0, 100), image_url: asDataUrl(bytes) })
  const start = performance.now()
  const { status, body } = await admin.post('/api/admin/shop-items', fields)
  // An upload that waits too long in the queue may get 429, one of several megabytes 413.
  if (![413, 422, 429].includes(status))
    throw new Error(`${what}: ${status} ${JSON.stringify(body)}`)
  return performance.now() - start
}

async function uploadAll(
  admin: Visitor,
  files: readonly (readonly [string, Buffer])[],
): Promise<void> {
  const left = Array.from({ length: rounds }, () => files).flat()
  const upload = async (): Promise<void> => {
    for (let file = left.pop(); file; file = left.pop()) await refuse(admin, ...file)
  }
  await Promise.all(Array.from({ length: uploadersAtOnce }, upload))
}

/** A photo's location, camera and orientation that are left in what we serve. */
async function findLeaks(product: RunningProduct, admin: Visitor): Promise<string[]> {
  const image_url = asDataUrl(await photoWithPlace())
  await admin.post('/api/admin/shop-items', await itemBody({ name: 'photo', image_url }))
  const [item] = await readShopItems(product)
  if (!item) throw new Error('a photo was refused')
  const answer = await fetch(product.origin + item.image_url)
  const metadata = await sharp(await answer.arrayBuffer()).metadata()
  const secrets = ['exif', 'xmp', 'iptc', 'icc', 'orientation'] as const
  return secrets.filter((secret) => metadata[secret] !== undefined)
}
