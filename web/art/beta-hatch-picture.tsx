import { EmblemFacets } from './emblem.tsx'
import { PictureGround } from './picture-ground.tsx'

/** A bunker in the hillside: shut behind a keypad, or open and lit. */
export function BetaHatchPicture({ open = false }: { readonly open?: boolean }) {
  return (
    <PictureGround light={open ? 'crystal' : 'amber'}>
      <path d="M0 214 44 120l44-36 144 0 46 40 42 90z" fill="#14221a" />
      <path d="M64 214 78 78l26-20h112l26 20 14 136z" fill="#1f3328" />
      <path
        d="m64 214 14-136 26-20h112l26 20 14 136"
        fill="none"
        stroke="#48654f"
        strokeWidth="2"
      />
      <path d="M92 72h136v10H92z" fill="#0b130f" />
      <path
        d="m93 82 10-10h12l-10 10zm28 0 10-10h12l-10 10zm28 0 10-10h12l-10 10zm28 0 10-10h12l-10 10zm28 0 10-10h12l-10 10z"
        fill="#ffb648"
      />
      <path
        d="M104 94h84l8 8v112H96V102z"
        fill={open ? '#0d2416' : '#0b130f'}
        stroke="#48654f"
        strokeWidth="3"
      />
      {open ? <OpenDoor /> : <ShutDoor />}
      <Keypad lit={open} />
      <path d="M0 214h320" stroke="#48654f" strokeWidth="2" />
      <path d="m22 214 8-14 26 0 8 14zM262 214l6-10h22l6 10z" fill="#0f1a14" />
    </PictureGround>
  )
}

function ShutDoor() {
  return (
    <>
      <path d="M107 99h78l6 6v109h-90V105z" fill="#2a4234" />
      <path
        d="M101 130h90M101 186h90M107 99l84 115M185 99l-84 115"
        stroke="#1a2a21"
        strokeWidth="4"
      />
      <path
        d="M128 136h36l18 18v22l-18 18h-36l-18-18v-22z"
        fill="#0b130f"
        stroke="#527360"
        strokeWidth="2"
      />
      <g transform="translate(127 145) scale(1.2)">
        <EmblemFacets />
      </g>
    </>
  )
}

function OpenDoor() {
  return (
    <>
      <path d="M107 99h78l6 6v109h-90V105z" fill="#6bff4d" fillOpacity=".12" />
      <path d="M122 112h54v102h-60v-96z" fill="#6bff4d" fillOpacity=".16" />
      <path d="m101 214-49 26h150l-11-26z" fill="#6bff4d" fillOpacity=".14" />
      <path d="M101 105 66 92v138l35-16z" fill="#2a4234" stroke="#527360" strokeWidth="2" />
      <path d="m66 126 35 8M66 190l35-6" stroke="#1a2a21" strokeWidth="4" />
      <g transform="translate(124 132) scale(1.5)">
        <EmblemFacets />
      </g>
    </>
  )
}

function Keypad({ lit }: { readonly lit: boolean }) {
  const light = lit ? '#6bff4d' : '#ffb648'
  return (
    <>
      <path d="M206 112h28l6 6v64h-34z" fill="#0b130f" stroke="#48654f" strokeWidth="2" />
      <path d="M211 119h22v9h-22z" fill={light} fillOpacity=".18" />
      <path d="M213 123.500h18" stroke={light} strokeWidth="3" strokeDasharray="2.500 1.500" />
      <path
        d="M212 136h5v6h-5zm8.500 0h5v6h-5zm8.500 0h5v6h-5zM212 146h5v6h-5zm8.500 0h5v6h-5zm8.500 0h5v6h-5zM212 156h5v6h-5zm8.500 0h5v6h-5zm8.500 0h5v6h-5zM220.500 166h5v6h-5z"
        fill="#9db3a5"
      />
      <path d="M212 166h5v6h-5z" fill="#ff7566" />
      <path d="M229 166h5v6h-5z" fill="#6bff4d" />
    </>
  )
}
