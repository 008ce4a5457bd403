/**
 * Whether this document was loaded as the page that it shows. The policy that lets PayPal's script
 * in comes with the checkout's own document, and the browser's back button can lead to the checkout
 * inside of another one.
 */
export function isOwnDocument(): boolean {
  const [navigation] = performance.getEntriesByType('navigation')
  return !navigation || new URL(navigation.name).pathname === location.pathname
}
