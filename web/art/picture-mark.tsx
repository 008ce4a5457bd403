import { LineDrawing } from './icon.tsx'

/** A picture. Apart from the icons, so that only pages with it load it. Always decorative. */
export function PictureMark({ className = 'size-5' }: { readonly className?: string }) {
  return (
    <LineDrawing path="M3 4h18v16H3zM3 17l5-6 4 4 3-3 6 6M15.5 7.5h2v2h-2z" className={className} />
  )
}
