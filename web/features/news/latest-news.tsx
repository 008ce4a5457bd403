/** The latest news of the community, on the landing page. There are none yet. */
export function LatestNews() {
  return null
}
