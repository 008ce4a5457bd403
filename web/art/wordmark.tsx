/** The name of the community over its animated bar. Built from spans, so that it can stand in a heading. */
export function Wordmark({ brand }: { readonly brand: string }) {
  return (
    <span className="block">
      <span translate="no" className="wordmark block font-display font-extrabold">
        {brand}
      </span>
      <span aria-hidden="true" className="wordmark-bar mt-3 sm:mt-5">
        <span className="wordmark-scan" />
      </span>
    </span>
  )
}
