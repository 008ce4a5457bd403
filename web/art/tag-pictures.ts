import type { ComponentType } from 'react'
import type { ColorTag } from '#domain/products.ts'
import { ClanTagPicture } from './color-clan-picture.tsx'
import { NameTagPicture } from './color-name-picture.tsx'

/** The large picture of each tag, in a colour. */
export const tagPictures: Readonly<
  Record<ColorTag['tag'], ComponentType<{ readonly hex?: string }>>
> = { clan: ClanTagPicture, name: NameTagPicture }
