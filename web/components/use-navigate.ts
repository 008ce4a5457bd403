import { useLocation } from 'wouter'

/** A function that goes to a page of the site, by a path of `web/paths.ts`. */
export function useNavigate(): (path: string, options?: { readonly replace?: boolean }) => void {
  const [, navigate] = useLocation()
  return navigate
}
