import { useSearch } from 'wouter'

/**
 * A parameter of the page's address; null when it is missing, and while prerendered HTML is taken
 * over, which was made without one.
 */
export function useQueryParameter(name: string): string | null {
  return new URLSearchParams(useSearch()).get(name)
}
