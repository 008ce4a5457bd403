import { adminEndpoints } from './admin-endpoints.ts'
import { buyerEndpoints } from './buyer-endpoints.ts'
import { discordPostEndpoints } from './discord-post-endpoints.ts'
import type { Example } from './endpoint.ts'
import { offerEndpoints } from './offer-endpoints.ts'
import { peopleEndpoints } from './people-endpoints.ts'
import { publicEndpoints } from './public-endpoints.ts'
import { teamEndpoints } from './team-endpoints.ts'

/** All endpoints besides the pages; a test compares them with the server's routes. */
export const endpoints: readonly Example[] = [
  ...publicEndpoints,
  ...buyerEndpoints,
  ...teamEndpoints,
  ...adminEndpoints,
  ...peopleEndpoints,
  ...offerEndpoints,
  ...discordPostEndpoints,
]
