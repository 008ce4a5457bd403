import { PictureGround } from './picture-ground.tsx'

/** A storm has the mast down; the island is still there. */
export function ErrorStormPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround light="none" className={className}>
      <path
        d="m40 96-26 60M84 100l-22 52M136 104l-14 34M226 100l-30 72M262 96l-26 62M298 92l-22 52M110 130l-18 42M250 150l-10 24"
        stroke="#3f5b49"
        strokeWidth="2"
      />
      <path
        fill="#16241c"
        d="M18 92 6 66l24-28 42 2 22-24 54 2 22 18 42-14 46 16 12 24 36 4 10 22-26 20-96-6-40 10-62-12-40 8z"
      />
      <path fill="#22342a" d="m30 38 42 2 22-24 54 2-34 28-40 10-30 20-38-10z" />
      <path fill="#1c2d23" d="m170 36 42-14 46 16 12 24-52-6-34 16z" />
      <path fill="#ffb648" d="m178 84-40 56h24l-14 50 52-66h-28l20-40z" />
      <path fill="#ffdca6" d="m178 84-40 56h10l34-56z" />
      <path fill="#0d1711" d="m20 214 34-26 40 6 40-14 52 8 36-6 44 16 34 16z" />
      <path
        d="m92 194 34-40M98 198l34-38M100 184l10 8M110 172l10 10"
        stroke="#48654f"
        strokeWidth="3"
      />
      <path fill="#ff7566" d="m130 148 7 7-7 7-7-7z" />
      <path d="M0 214h320M24 224h66M120 226h98M238 222h52" stroke="#2f4739" strokeWidth="2" />
    </PictureGround>
  )
}
