import { siteFiles } from '#server/services/site/files.ts'
import { assembleSite, type SiteReader } from '#server/services/site/site.ts'

const site = assembleSite(siteFiles, siteFiles)

/** The community of `site/`, of which nothing was changed. */
export const unchangedSite: SiteReader = {
  files: siteFiles,
  current: () => site,
  hold: () => Promise.resolve(site),
}

export const { catalogue, packs } = site
