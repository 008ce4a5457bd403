import type { DrawingProps } from './parts/drawing-box.tsx'
import { Scene } from './parts/scene.tsx'

const logs = [0, 24, 48, 72, 224, 248, 272, 296] as const

export function BaseGate({ label }: DrawingProps) {
  return (
    <Scene label={label}>
      <BaseGateSubject />
    </Scene>
  )
}

/** A gate of planks in a wall of logs, shut by a lock with a code. */
function BaseGateSubject() {
  return (
    <>
      {logs.map((x) => (
        <g key={x} transform={`translate(${x} 0)`}>
          <path fill="#6b5234" d="m0 70 12-18 12 18v150H0z" />
          <path fill="#43331f" d="m12 52 12 18v150H12z" />
          <path fill="#a5834f" d="m0 70 12-18v22l-7 8z" />
          <path fill="none" stroke="#2a1f12" strokeWidth="1.5" d="M5 96v30M18 140v34M8 180v26" />
        </g>
      ))}
      <path fill="#33271a" d="M0 96h96v12H0zM224 96h96v12h-96zM0 178h96v12H0zM224 178h96v12h-96z" />
      <path fill="#5f8470" d="M90 42h14v178H90zM216 42h14v178h-14z" />
      <path fill="#304b3b" d="M97 42h7v178h-7zM223 42h7v178h-7z" />
      <path fill="#16261d" d="M104 62h112v158H104z" />
      <path fill="#6b5234" d="M107 64h50v156h-50z" />
      <path fill="#573f26" d="M163 64h50v156h-50z" />
      <path
        fill="none"
        stroke="#2a1f12"
        strokeWidth="2"
        d="M124 64v156M140 64v156M180 64v156M196 64v156"
      />
      <path
        fill="#41604e"
        d="M107 78h50v13h-50zM163 78h50v13h-50zM107 190h50v13h-50zM163 190h50v13h-50z"
      />
      <path fill="none" stroke="#3d2e1d" strokeWidth="10" d="m110 188 46-94M210 188l-46-94" />
      <path
        fill="#b8d6c2"
        d="M113 82h4v4h-4zM147 82h4v4h-4zM169 82h4v4h-4zM203 82h4v4h-4zM113 194h4v4h-4zM147 194h4v4h-4zM169 194h4v4h-4zM203 194h4v4h-4z"
      />
      <path
        fill="none"
        stroke="#9db3a5"
        strokeWidth="2"
        d="m98 58 10-14 8 16 10-16 8 16 10-16 8 16 10-16 8 16 10-16 8 16 10-16 8 16 10-16"
      />
      <Codelock />
      <path d="M0 220h320" stroke="#48654f" strokeWidth="2" />
    </>
  )
}

/** The keys and the four-digit display, as they hang on the gate. */
function Codelock() {
  return (
    <>
      <path fill="#060a08" d="M131 108h62v84h-62z" opacity=".5" />
      <path fill="#527360" d="m136 104 6-6h36l6 6v76l-6 6h-36l-6-6z" />
      <path fill="#304b3b" d="M160 98h18l6 6v76l-6 6h-18z" />
      <path fill="#1f3328" d="M140 104h40v78h-40z" />
      <path fill="#060a08" d="M143 108h34v17h-34z" />
      <path
        fill="#6bff4d"
        d="m149 112 3 4-3 4-3-4zM157 112l3 4-3 4-3-4zM165 112l3 4-3 4-3-4zM173 112l3 4-3 4-3-4z"
      />
      <path
        fill="#9db3a5"
        d="M144 131h9v9h-9zM155.500 131h9v9h-9zM167 131h9v9h-9zM144 143h9v9h-9zM155.500 143h9v9h-9zM167 143h9v9h-9zM144 155h9v9h-9zM155.500 155h9v9h-9zM167 155h9v9h-9zM155.500 167h9v9h-9z"
      />
      <path fill="#ff7566" d="M144 167h9v9h-9z" />
      <path fill="#6bff4d" d="M167 167h9v9h-9z" />
    </>
  )
}
