import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

const chunkBytes = 64 * 1024
/** Somebody whose computer sleeps keeps the file no longer. */
const maxStallMilliseconds = 120_000

interface GrowingFile {
  readonly input: WritableStream<Uint8Array>
  /** What is in it, to the end once `input` has ended. */
  readonly output: ReadableStream<Uint8Array>
  /** Ends both sides early. */
  readonly fail: () => void
  /** Aborted when nobody reads `output` any more. */
  readonly left: AbortSignal
  /** Resolves once the file is gone. */
  readonly closed: Promise<void>
}

/**
 * A temporary file between a writer who must not wait and a reader who may be slow. Its name is
 * removed at once, so that even a killed process leaves nothing behind.
 */
export async function openGrowingFile(name: string): Promise<GrowingFile> {
  const location = path.join(tmpdir(), name)
  const file = await open(location, 'wx+', 0o600)
  await rm(location)
  let writtenBytes = 0
  let readBytes = 0
  let state: 'growing' | 'whole' | 'broken' = 'growing'
  let grown = Promise.withResolvers<void>()
  const left = new AbortController()
  const writing = Promise.withResolvers<void>()
  const reading = Promise.withResolvers<void>()
  let stall: NodeJS.Timeout | undefined
  const leave = (): void => {
    clearTimeout(stall)
    left.abort()
    reading.resolve()
  }
  const change = (next: typeof state): void => {
    // A write that ends after the failure mends nothing.
    if (state !== 'broken') state = next
    grown.resolve()
    grown = Promise.withResolvers()
    if (next !== 'growing') writing.resolve()
  }
  const isWaiting = () => readBytes === writtenBytes && state === 'growing'
  const closed = Promise.all([writing.promise, reading.promise]).then(() => file.close())
  return {
    left: left.signal,
    fail: () => change('broken'),
    input: new WritableStream({
      write: async (chunk) => {
        await file.appendFile(chunk)
        writtenBytes += chunk.length
        change('growing')
      },
      close: () => change('whole'),
    }),
    output: new ReadableStream({
      pull: async (controller) => {
        clearTimeout(stall)
        while (isWaiting()) await grown.promise
        if (state === 'broken' || left.signal.aborted) {
          leave()
          throw new Error('the file is not whole')
        }
        if (readBytes === writtenBytes) {
          leave()
          // Whoever has read the end may ask for another one at once.
          await closed
          controller.close()
          return
        }
        const chunk = new Uint8Array(Math.min(chunkBytes, writtenBytes - readBytes))
        const { bytesRead } = await file.read(chunk, 0, chunk.length, readBytes)
        readBytes += bytesRead
        controller.enqueue(chunk.subarray(0, bytesRead))
        stall = setTimeout(leave, maxStallMilliseconds).unref()
      },
      cancel: leave,
    }),
    closed,
  }
}
