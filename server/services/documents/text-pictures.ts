import type { Services } from '#server/services/context.ts'
import { encodePicture } from '#server/services/images/encode-picture.ts'
import { keepImage, storeImage } from '#server/services/images/images.ts'

const uploadedPictures = /\/images\/[0-9a-f]{64}\.webp/g
const uploadedPicture = /^\/images\/[0-9a-f]{64}\.webp$/

/** Whether an address in a text is that of an uploaded picture. */
export function isUploadedPicture(url: string): boolean {
  return uploadedPicture.test(url)
}

type Storing = Pick<Services, 'database' | 'clock' | 'log'>

/** Stores a picture for a text that is being written, and returns its address. */
export async function addTextPicture(services: Storing, file: Buffer): Promise<string> {
  const bytes = await encodePicture(services, file)
  return services.database.transaction((trx) => storeImage(trx, bytes, services.clock()))
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
