import { PictureGround } from './picture-ground.tsx'

/** A watchtower on the plan: the lower half is built, the rest still drawn. */
export function ComingSoonPicture({ className }: { readonly className?: string }) {
  return (
    <PictureGround light="amber" className={className}>
      <path
        d="M0 40h320M0 80h320M0 120h320M0 160h320M0 200h320M40 0v240M80 0v240M120 0v240M160 0v240M200 0v240M240 0v240M280 0v240"
        stroke="#ffb648"
        strokeOpacity=".07"
      />
      <g fill="none" stroke="#ffb648" strokeDasharray="5 5" strokeWidth="2">
        <path d="M120 124V66h80v58M108 66h104L186 34h-52zM120 96h80M160 34V16l24 7-24 7" />
      </g>
      <path d="M104 124h112v12H104z" fill="#48654f" />
      <path
        d="m112 136-16 78M208 136l16 78M107 160h106M102 186h116M108 158l108 54M212 158 104 212"
        fill="none"
        stroke="#48654f"
        strokeWidth="7"
      />
      <path d="m152 214 8-78 8 78z" fill="#23362b" />
      <path d="M52 214h216" stroke="#9db3a5" strokeWidth="2" />
      <path d="M262 66v148M256 66h12M256 136h12M256 214h12" stroke="#ffb648" strokeWidth="1.5" />
      <path d="m40 214 8-16 30 0 8 16zM232 214l6-10h20l4 10z" fill="#16241c" />
    </PictureGround>
  )
}
