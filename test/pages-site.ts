import { siteFiles } from '#server/services/site/files.ts'
import { publicSite } from '#server/services/site/public-site.ts'
import { assembleSite } from '#server/services/site/site.ts'
import { legalVersion } from '#test/shipped-documents.ts'
import { setSite } from '#web/app/site.ts'

// Tests of parts of pages show the community of `site/`.
setSite(publicSite(assembleSite(siteFiles, siteFiles), new Date(), legalVersion))
