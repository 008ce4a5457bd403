import {
  Fragment,
  createElement,
  memo,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
} from 'react'
import type { DocumentNode, WrittenDocument } from '#contract/documents.ts'
import { Link } from '#web/app/links.tsx'
import { site } from '#web/app/site.ts'
import { useOnline } from '#web/app/subscriptions.ts'
import { Picture } from '#web/art/drawing.tsx'
import videoPoster from '#web/art/video-poster.svg?raw'
import { m } from '#web/i18n/paraglide/messages.js'
import { getLocale } from '#web/i18n/runtime.ts'
import { ArrowMark } from '#web/ui/marks.tsx'
import { NamedDrawing } from './document-drawing.tsx'
import { foreignLanguage } from './documents.ts'

/** What an element of a text can say about itself. */
interface PartProps {
  readonly id?: string
  readonly href?: string
  readonly src?: string
  readonly width?: number
  readonly height?: number
  readonly alt?: string
  readonly drawing?: string
  readonly video?: string
  readonly label?: string
  readonly title?: string
  readonly count?: string
  readonly children?: ReactNode
}

/** How elements are shown that HTML does not have, or that the page shows in its own way. */
const parts: Readonly<Record<string, ComponentType<PartProps>>> = {
  a: TextLink,
  h2: linkedHeading('h2'),
  h3: linkedHeading('h3'),
  table: Table,
  drawing: Figure,
  img: UploadedPicture,
  video: Video,
  recipe: Recipe,
  ingredient: Ingredient,
  product: Product,
}

interface DocumentBodyProps {
  readonly document: Pick<WrittenDocument, 'body' | 'language'>
}

/**
 * The text of a document. Rendered again only for another one: React would throw away the drawings of
 * the server's HTML that it has not hydrated yet.
 */
export const DocumentBody = memo(({ document }: DocumentBodyProps) => (
  <div lang={foreignLanguage(document)} className="document">
    {createElement(Fragment, null, ...document.body.map(shown))}
  </div>
))

/** A piece of a text. Its children never change their places, so they need no keys. */
function shown(node: DocumentNode): ReactNode {
  if (typeof node === 'string') return node
  const { tag, props, children = [] } = node
  return createElement(parts[tag] ?? tag, props, ...children.map(shown))
}

/** The browser itself follows links within the page; links to other sites leave this one. */
function TextLink({ href = '', children, ...rest }: PartProps) {
  if (href.startsWith('/')) {
    return (
      <Link {...rest} href={href}>
        {children}
      </Link>
    )
  }
  return (
    <a {...rest} href={href} rel="noopener">
      {children}
    </a>
  )
}

/** A heading that links to itself. */
function linkedHeading(Heading: 'h2' | 'h3') {
  return ({ id, children }: PartProps) => (
    <Heading id={id}>
      <a href={`#${id}`}>{children}</a>
    </Heading>
  )
}

/** Wide tables scroll on their own, and are focusable so that the keyboard can scroll them. */
function Table({ children }: PartProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <figure aria-label={m.documents_table()} tabIndex={0} className="document-table">
      <table>{children}</table>
    </figure>
  )
}

function Figure({ drawing, label }: PartProps) {
  return (
    <figure>
      <NamedDrawing name={drawing} label={label} />
    </figure>
  )
}

function UploadedPicture({ alt, ...picture }: PartProps) {
  return (
    <figure>
      <img {...picture} alt={alt} loading="lazy" decoding="async" className="mx-auto" />
    </figure>
  )
}

/** Ingredients and products, as cards. */
function Recipe({ children }: PartProps) {
  return <ul className="recipe">{children}</ul>
}

function Ingredient({ count, drawing, children }: PartProps) {
  return (
    <li className="recipe-item cut cut-size-14">
      <NamedDrawing name={drawing} />
      <span>
        <b>{`${count}\u00A0×`}</b> <span>{children}</span>
      </span>
    </li>
  )
}

function Product({ drawing, children }: PartProps) {
  return (
    <li className="col-span-2 flex items-center gap-3">
      <ArrowMark className="w-8 shrink-0 text-crystal" />
      <span className="recipe-item cut cut-size-14 flex-1 cut-line-crystal">
        <NamedDrawing name={drawing} />
        <span>
          <span className="sr-only">{m.documents_recipe_makes()} </span>
          <b>{children}</b>
        </span>
      </span>
    </li>
  )
}

const videoFrame = 'block aspect-video w-full border border-line'

/** A YouTube video. Nothing is requested from YouTube until the play button is pressed. */
function Video({ video = '', title = '' }: PartProps) {
  const [isPlaying, setIsPlaying] = useState(false)
  const isOnline = useOnline()
  const id =
    new Map<string, string | null>(Object.entries(site().community.videos)).get(video) ?? null
  if (id === null) return null
  return (
    <figure className="print:hidden">
      {isPlaying ? (
        <Player id={id} title={title} />
      ) : (
        <button
          type="button"
          aria-label={m.documents_video_play({ title })}
          disabled={!isOnline}
          onClick={() => setIsPlaying(true)}
          className={`${videoFrame} enabled:hover:border-crystal disabled:cursor-not-allowed disabled:opacity-50`}
        >
          <Picture svg={videoPoster} className="block aspect-video w-full" />
        </button>
      )}
      <figcaption>
        <span className="block font-display text-base text-balance text-ink">{title}</span>
        <span>{isOnline ? m.documents_video_privacy() : m.documents_video_offline()}</span>{' '}
        <a href={`https://www.youtube.com/watch?v=${id}`} rel="noopener">
          {m.documents_video_link()}
        </a>
      </figcaption>
    </figure>
  )
}

function Player({ id, title }: { readonly id: string; readonly title: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  // The pressed button is gone, so the focus moves here.
  useEffect(() => frame.current?.focus(), [])
  return (
    <iframe
      ref={frame}
      src={`https://www.youtube-nocookie.com/embed/${id}?autoplay=1&hl=${getLocale()}`}
      title={title}
      // Another origin, so its scripts cannot reach this page.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      allow="autoplay; encrypted-media; picture-in-picture"
      // YouTube does not play without a referrer.
      referrerPolicy="strict-origin-when-cross-origin"
      allowFullScreen
      className={videoFrame}
    />
  )
}
