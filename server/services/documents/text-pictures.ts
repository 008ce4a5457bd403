import type { Services } from '#server/services/context.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { keepImage, storeImage } from '#server/services/images/images.ts'
import { readWebp } from '#server/services/images/read-webp.ts'

const uploadedPictures = /\/images\/[0-9a-f]{64}\.webp/g
const uploadedPicture = /^(\/images\/[0-9a-f]{64}\.webp)(?:#([1-9]\d{0,3})x([1-9]\d{0,3}))?$/

/** What shows an uploaded picture by its address in a text, in which its size is; null for another one. */
export function readUploadedPicture(url: string) {
  const [, src, width, height] = uploadedPicture.exec(url) ?? []
  if (src === undefined) return null
  return width && height ? { src, width: Number(width), height: Number(height) } : { src }
}

type Storing = Pick<Services, 'database' | 'clock' | 'log'>

/**
 * Stores a picture for a text that is being written, and returns its address with its size, so that
 * pages keep its place free.
 */
export async function addTextPicture(services: Storing, file: Buffer): Promise<string> {
  const bytes = await encodePicture(services, file)
  const size = readWebp(Buffer.from(bytes))
  const address = await services.database.transaction((trx) =>
    storeImage(trx, bytes, services.clock()),
  )
  return size ? `${address}#${size.widthPixels}x${size.heightPixels}` : address
}

/** Keeps the uploaded pictures of a text, and returns the address of one that is not there. */
export function keepPictures(
  { database, clock }: Pick<Services, 'database' | 'clock'>,
  text: string,
): Promise<string | undefined> {
  const addresses = new Set(text.match(uploadedPictures))
  return database.transaction(async (trx) => {
    for (const address of addresses) {
      if (!(await keepImage(trx, address, clock()))) return address
    }
    return undefined
  })
}
