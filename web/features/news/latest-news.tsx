import readLatestNews from 'content:latest-news'
import { Link } from '#web/app/links.tsx'
import { paths } from '#web/app/paths.ts'
import { formatLongDay } from '#web/i18n/format-time.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The latest news, three at most. Only their titles are in the page's script. */
export function LatestNews() {
  const latest = readLatestNews()
  if (latest.length === 0) return null
  return (
    <section aria-labelledby="news">
      <h2 id="news" className="mb-6 text-3xl">
        {m.news_title()}
      </h2>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {latest.map(({ path, title, changed, lang }) => (
          <li key={path}>
            <Link href={path} className="tile-link cut cut-size-14 block h-full p-5">
              <time dateTime={changed} className="text-sm text-muted">
                {formatLongDay(changed)}
              </time>
              <span lang={lang} className="mt-1 block font-display text-lg font-bold">
                {title}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link
        href={paths.news()}
        className="mt-2 inline-flex min-h-11 items-center text-crystal underline underline-offset-4"
      >
        {m.news_all()}
      </Link>
    </section>
  )
}
