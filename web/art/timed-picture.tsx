import type { TimedProduct } from '#domain/products.ts'
import { Picture } from './drawing.tsx'
import extras from './extras.svg?raw'
import { StartPicture } from './start-picture.tsx'

export function TimedPicture({ picture }: { readonly picture: TimedProduct['picture'] }) {
  return picture === 'queue' ? <StartPicture name="priority-queue" /> : <Picture svg={extras} />
}
