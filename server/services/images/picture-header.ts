/** What a picture says of itself before anybody decodes it. */
export interface PictureHeader {
  readonly format: 'png' | 'jpeg' | 'webp'
  /** Pixels. */
  readonly width: number
  readonly height: number
  readonly frames: number
  /** How often a decoder goes over the whole picture. */
  readonly passes: number
}
