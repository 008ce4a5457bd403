import { useEffect, useRef, useState } from 'react'
import { videos } from '#site/community.ts'
import { VideoPoster } from '#web/art/video-poster.tsx'
import { useOnline } from '#web/components/use-online.ts'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'

interface VideoProps {
  /** A key of `videos` in `site/community.ts`. */
  readonly video: string
  readonly title: string
}

/** A video at YouTube, which hears of the visitor only once the play button is pressed. */
export function Video({ video, title }: VideoProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  const isOnline = useOnline()
  const id = new Map<string, string | null>(Object.entries(videos)).get(video) ?? null
  if (id === null) return null
  return (
    <figure className="video print:hidden">
      {isPlaying ? (
        <Player id={id} title={title} />
      ) : (
        <button
          type="button"
          aria-label={m.documents_video_play({ title })}
          disabled={!isOnline}
          onClick={() => setIsPlaying(true)}
          className="video-poster"
        >
          <VideoPoster />
        </button>
      )}
      <figcaption>
        <span className="block font-display text-base text-balance text-ink">{title}</span>
        {isOnline ? m.documents_video_privacy() : m.documents_video_offline()}{' '}
        <a href={`https://www.youtube.com/watch?v=${id}`} rel="noopener">
          {m.documents_video_link()}
        </a>
      </figcaption>
    </figure>
  )
}

interface PlayerProps {
  readonly id: string
  readonly title: string
}

function Player({ id, title }: PlayerProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The pressed button is gone: the keyboard goes on where it was.
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&hl=${getLocale()}`}
      title={title}
      // Its origin is not ours: what it may do there cannot reach us.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; encrypted-media; picture-in-picture"
      // YouTube refuses to play for a page that does not say where it is.
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
    />
  )
}
