// @ts-check
// A process of its own for each picture: the file comes in, the WebP that we keep goes out. A WebP of
// 300 kB can make libvips take 370 MB, which no look at its header shows; so this process ends itself
// when it has taken too much, and neither the server nor its settings are in it.
// Plain JavaScript: a file with types would load the compiler that takes them off, and its 14 MB.
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

const longestSidePixels = 1024
const quality = 82

/** Of the whole process, which has 70 MB before it sees a picture; a millisecond may add some MB. */
const mostResidentBytes = 180_000_000
/** On the processor; a phone's photo takes 0.3 s, with the start of the process. */
const mostProcessorMicroseconds = 900_000
const watchMilliseconds = 1

/** How EXIF's orientations are undone: mirrored from left to right, then turned clockwise. */
const turns = new Map([
  [2, { isMirrored: true, degrees: 0 }],
  [3, { isMirrored: false, degrees: 180 }],
  [4, { isMirrored: true, degrees: 180 }],
  [5, { isMirrored: true, degrees: 270 }],
  [6, { isMirrored: false, degrees: 90 }],
  [7, { isMirrored: true, degrees: 90 }],
  [8, { isMirrored: false, degrees: 270 }],
])

const [orientation, limitInputPixels] = process.argv.slice(2).map(Number)
const { isMirrored, degrees } = turns.get(orientation ?? 1) ?? { isMirrored: false, degrees: 0 }

const watch = setInterval(() => {
  const { user, system } = process.cpuUsage()
  if (process.memoryUsage.rss() > mostResidentBytes || user + system > mostProcessorMicroseconds) {
    // Another end would wait for the decoder, and nobody else sends this signal, which
    // `encode-picture.ts` knows.
    process.kill(process.pid, 'SIGUSR2')
  }
}, watchMilliseconds)

sharp.cache(false)
sharp.concurrency(1)
// Whatever a file pretends to be, no other decoder touches it.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'],
})
const picture = await buffer(process.stdin)
try {
  const webp = await sharp(picture, { failOn: 'warning', limitInputPixels })
    .resize({
      width: longestSidePixels,
      height: longestSidePixels,
      fit: 'inside',
      withoutEnlargement: true,
    })
    .flop(isMirrored)
    .rotate(degrees)
    .webp({ quality })
    .toBuffer()
  process.stdout.write(webp)
} catch {
  // Its header promised a picture that its bytes do not hold. `encode-picture.ts` knows the number.
  process.exitCode = 3
}
clearInterval(watch)
