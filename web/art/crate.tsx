import type { ReactNode } from 'react'

/** An open crate of planks, seen from above. Its children are drawn between its back and its front. */
export function Crate({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <path fill="#527360" d="M160.0 21.4 257.3 77.5 160.0 133.7 62.7 77.5z" />
      <path fill="#060a08" d="M160.0 29.7 242.9 77.5 160.0 125.4 77.1 77.5z" />
      <path fill="#16261d" d="M160.0 29.7 242.9 77.5 242.9 123.3 160.0 75.4z" />
      <path fill="#101c15" d="M160.0 29.7 77.1 77.5 77.1 123.3 160.0 75.4z" />
      {children}
      <path fill="#304b3b" d="M62.7 142.0 160.0 198.2 160.0 133.7 62.7 77.5z" />
      <path fill="#1f3328" d="M257.3 142.0 160.0 198.2 160.0 133.7 257.3 77.5z" />
      <path
        fill="none"
        stroke="#0d1711"
        strokeWidth="2"
        d="M62.7 121.2L160.0 177.4 257.3 121.2M62.7 99.4L160.0 155.5 257.3 99.4"
      />
      <path
        fill="none"
        stroke="#426050"
        strokeWidth="7"
        d="M69.0 145.6L69.0 81.2M251.0 145.6L251.0 81.2M153.7 194.5L153.7 130.0M166.3 194.5L166.3 130.0"
      />
      <path
        fill="#b8d6c2"
        opacity=".85"
        transform="matrix(.866 .5 0 1 106 166)"
        d="M-24.2 14V-14H-16.5V-3.6H-13.4L-8.7 -14H-0.2L-6.6 -0.8L0.4 14H-8.2L-13.1 3.2H-16.5V14ZM10 0.6H17.6V-7.9H10ZM25.4 -8.6V0.9L21.9 4.4L26.8 14H18L14.8 6.6H10V14H2.2V-14H19.9Z"
      />
    </>
  )
}
