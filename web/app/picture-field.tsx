import { useEffect, useEffectEvent, useId, useRef, useState, type DragEvent } from 'react'
import { defaultTimeoutMs } from '#web/app/api-client.ts'
import { PictureMark } from '#web/art/picture-mark.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'

/** A chosen file, with the data URL by which it is shown and sent. */
export interface ChosenPicture {
  readonly file: File
  readonly url: string
}

/** How long a request with a picture may take at 0.5 Mbit/s, as long as the server waits for the largest. */
export function pictureTimeoutMs(picture: ChosenPicture | null): number {
  const bits = (picture?.url.length ?? 0) * 8
  return defaultTimeoutMs + Math.ceil(bits / 500)
}

interface PictureFieldProps {
  readonly picture: ChosenPicture | null
  /** Without a new picture the current one stays. */
  readonly hasCurrent: boolean
  /** What a picture is good for, where there may be none. */
  readonly optionalHint?: string
  readonly isMissing: boolean
  readonly onChange: (picture: ChosenPicture | null) => void
  /** Called when reading of a chosen file starts and ends. */
  readonly onReading: (isReading: boolean) => void
}

const pictureFaultTexts: Readonly<Record<PictureFault | 'unreadable', () => string>> = {
  too_large: () => m.picture_too_large(),
  wrong_type: () => m.picture_wrong_type(),
  empty: () => m.picture_unreadable(),
  unreadable: () => m.picture_unreadable(),
}

/** A field for a picture from the file dialog, by drop or from the clipboard. */
export function PictureField(props: PictureFieldProps) {
  const { picture, hasCurrent, optionalHint, isMissing, onChange, onReading } = props
  const isRequired = !hasCurrent && optionalHint === undefined
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [refused, setRefused] = useState<{ name: string; text: string } | null>(null)
  const [isOver, setIsOver] = useState(false)
  const latestRead = useRef(0)
  const error = refused
    ? m.picture_refused({ file: refused.name, reason: refused.text })
    : isMissing
      ? m.picture_empty()
      : null

  async function choose(file: File | null) {
    if (file === null) return
    latestRead.current += 1
    const read = latestRead.current
    const fault = validatePicture(file)
    onReading(fault === null)
    const url = fault === null ? await readPicture(file) : null
    // Another file was chosen in the meantime, or the form now shows something else.
    if (latestRead.current !== read) return
    onReading(false)
    if (url === null) {
      setRefused({ name: file.name, text: pictureFaultTexts[fault ?? 'unreadable']() })
    } else {
      setRefused(null)
      onChange({ file, url })
    }
    // So that choosing the same file again fires an event.
    if (input.current) input.current.value = ''
  }

  const paste = useEffectEvent(({ clipboardData }: ClipboardEvent): void => {
    // A table copied from a spreadsheet comes with a picture of itself.
    if (clipboardData?.types.includes('text/plain')) return
    void choose(findPicture(clipboardData?.files ?? []))
  })
  useEffect(() => {
    const onPaste = (event: ClipboardEvent): void => paste(event)
    document.addEventListener('paste', onPaste)
    return () => {
      document.removeEventListener('paste', onPaste)
      latestRead.current += 1
    }
  }, [])

  function drop(event: DragEvent) {
    event.preventDefault()
    setIsOver(false)
    void choose(findPicture(event.dataTransfer.files))
  }

  return (
    <div>
      <p className="mb-2 font-display font-semibold">
        {m.picture()}
        {isRequired && (
          <span aria-hidden="true" className="ml-1 text-crystal">
            *
          </span>
        )}
      </p>
      {/* Dropping is an extra for pointers; the button does the same. */}
      {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={classNames(
          'flex flex-wrap items-center gap-x-4 gap-y-2 border border-dashed p-4 transition-colors',
          isOver ? 'border-crystal bg-crystal-deep' : 'border-line-strong bg-ground',
          error !== null && 'border-loss',
        )}
      >
        <input
          ref={input}
          id={id}
          type="file"
          name="picture"
          accept={pictureTypes.join(',')}
          aria-required={isRequired}
          aria-invalid={error !== null || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          onChange={({ target }) => void choose(target.files?.[0] ?? null)}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={buttonClass({
            tone: 'secondary',
            className:
              'cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-3 peer-focus-visible:outline-crystal-bright',
          })}
        >
          <PictureMark />
          <span>{picture || hasCurrent ? m.picture_replace() : m.picture_choose()}</span>
        </label>
        <span className="min-w-0 flex-1 basis-40 text-sm wrap-anywhere text-muted">
          {picture ? picture.file.name : m.picture_drop()}
        </span>
      </div>
      <p id={`${id}-hint`} className="mt-2 text-sm text-muted">
        {optionalHint ?? m.picture_hint()}
      </p>
      <p id={`${id}-error`} aria-live="polite" className="text-sm text-loss not-empty:mt-2">
        {error}
      </p>
    </div>
  )
}

/** The data URL of a file; null if it cannot be decoded as a picture. */
async function readPicture(file: File): Promise<string | null> {
  const url = await readAsDataUrl(file)
  if (url === null) return null
  const image = new Image()
  image.src = url
  try {
    await image.decode()
    return url
  } catch {
    return null
  }
}

function readAsDataUrl(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader()
    reader.addEventListener('load', () => {
      resolve(typeof reader.result === 'string' ? reader.result : null)
    })
    reader.addEventListener('error', () => resolve(null))
    reader.readAsDataURL(file)
  })
}

/** In bytes; the server has the same limit. */
export const maxPictureBytes = 5 * 1024 * 1024
const pictureTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/webp']

export type PictureFault = 'too_large' | 'wrong_type' | 'empty'

/** What can be checked before a file is sent; only the server finds out whether it is a picture. */
export function validatePicture({ type, size }: Pick<File, 'type' | 'size'>): PictureFault | null {
  if (!pictureTypes.includes(type)) return 'wrong_type'
  if (size === 0) return 'empty'
  return size > maxPictureBytes ? 'too_large' : null
}

/** The picture among dropped or pasted files. Without one, the first file, so that its error is shown. */
export function findPicture(files: Iterable<File>): File | null {
  const all = [...files]
  return all.find(({ type }) => pictureTypes.includes(type)) ?? all[0] ?? null
}
