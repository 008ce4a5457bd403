import type { ReactNode } from 'react'
import { Block, type Tones } from './solids.tsx'

const logs: Tones = { top: '#a5834f', left: '#6b5234', right: '#43331f' }

/** A square of log walls, 90 along each side, seen from above; its children are drawn inside. */
export function Palisade({ children }: { readonly children?: ReactNode }) {
  return (
    <>
      <path fill="#1d2f22" d="m160 113 78 45-78 45-78-45z" />
      <Block x={86} y={160} width={90} depth={5} height={26} tones={logs} onRight={<Logs />} />
      <Block x={238} y={158} width={5} depth={90} height={26} tones={logs} onLeft={<Logs />} />
      {children}
      <Block x={160} y={203} width={5} depth={90} height={26} tones={logs} onLeft={<Logs />} />
      <Block
        x={160}
        y={203}
        width={90}
        depth={5}
        height={26}
        tones={logs}
        onRight={
          <>
            <Logs />
            <path fill="#16261d" d="M30 0h30v26H30z" />
            <path fill="#304b3b" d="M32 2h26v24H32z" />
            <path fill="none" stroke="#16261d" strokeWidth="2" d="m33 25 24-22M45 2v24" />
            <path fill="#6bff4d" d="M50 11h5v7h-5z" />
          </>
        }
      />
    </>
  )
}

function Logs() {
  return (
    <path
      fill="none"
      stroke="#2a1f12"
      strokeWidth="1.6"
      d="M9 0v26M18 0v26M27 0v26M36 0v26M45 0v26M54 0v26M63 0v26M72 0v26M81 0v26M0 7h90"
    />
  )
}
