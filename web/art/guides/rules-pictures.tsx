import { PictureGround } from '#web/art/picture-ground.tsx'
import { Survivor } from '#web/art/survivor.tsx'
import { HomemadeChargeBody } from './homemade-charge.tsx'
import { Block, wood } from './parts/solids.tsx'

/** The tiles of the rules, by slug. */
export const rulesPictures = {
  general: General,
  building: Building,
  raiding: Raiding,
  compensation: Compensation,
}

const behind = [52, 96, 140, 184, 228, 268] as const

/** A group of the largest size allowed, around its fire. */
function General() {
  return (
    <PictureGround light="amber">
      <g opacity=".75">
        {behind.map((x) => (
          <g key={x} transform={`translate(${x} 168) scale(1.02)`}>
            <Survivor />
          </g>
        ))}
      </g>
      <path fill="#ffb648" fillOpacity=".14" d="m160 120 70 40 26 44-40 20H104l-40-20 26-44z" />
      <g transform="translate(84 216) scale(1.36)">
        <Survivor />
      </g>
      <g transform="translate(236 216) scale(-1.36 1.36)">
        <Survivor />
      </g>
      <path fill="#5f4730" d="m128 204 62 14-2 7-62-14z" />
      <path fill="#46361f" d="m192 204-62 14 2 7 62-14z" />
      <path fill="#e0582f" d="m138 206-8-24 16-16 8-30 22 26 12 18 2 18-10 12h-32z" />
      <path fill="#ffb648" d="m146 208-6-20 14-14 6-18 16 22 8 14-6 16z" />
      <path fill="#fff1d6" d="m154 208-4-12 10-16 10 14 2 10-6 6z" />
      <path d="M28 226h264" stroke="#48654f" strokeWidth="2" />
    </PictureGround>
  )
}

const grid = 'M18 0v90M36 0v90M54 0v90M72 0v90M0 18h90M0 36h90M0 54h90M0 72h90'

/** A base of five by five by five, with its measures. */
function Building() {
  return (
    <PictureGround light="amber">
      <Block
        x={160}
        y={214}
        width={90}
        depth={90}
        height={90}
        tones={{ ...wood, top: '#8a6f42' }}
        onLeft={<path fill="none" stroke="#43331f" strokeWidth="2" d={grid} />}
        onRight={
          <>
            <path fill="none" stroke="#2a1f12" strokeWidth="2" d={grid} />
            <path fill="#16261d" d="M36 36h36v54H36z" />
            <path fill="#304b3b" d="M39 39h30v51H39z" />
            <path fill="#6bff4d" d="M61 60h5v8h-5z" />
          </>
        }
        onTop={<path fill="none" stroke="#5f4a24" strokeWidth="2" d={grid} />}
      />
      <g stroke="#ffb648" strokeWidth="2.5" fill="none">
        <path d="M64 172V82M58 172h12M58 154h8M58 136h8M58 118h8M58 100h8M58 82h12" />
        <path d="m72 185 78 45M69 190l6-10M147 235l6-10M84.600 198l4-7M100 207l4-7M115.800 216l4-7M131 225l4-7" />
        <path d="m170 230 78-45M173 235l-6-10M251 190l-6-10M189 225l-4-7M204 216l-4-7M220 207l-4-7M235.400 198l-4-7" />
      </g>
    </PictureGround>
  )
}

const days = [0, 1, 2, 3, 4, 5, 6] as const

/** A week in which only the weekend is lit. */
function Raiding() {
  return (
    <PictureGround light="amber">
      <path fill="#0d1711" stroke="#48654f" strokeWidth="2" d="M26 28h252l16 16v84H26z" />
      <path fill="#22342a" d="M26 28h252l16 16v6H26z" />
      <path fill="#9db3a5" d="M58 18h8v20h-8zM156 18h8v20h-8zM250 18h8v20h-8z" />
      {days.map((day) => (
        <path
          key={day}
          fill="#16261d"
          stroke="#304b3b"
          strokeWidth="1.5"
          d={`M${38 + day * 35} 62h30v54h-30z`}
        />
      ))}
      <path fill="#ffb648" d="M201.800 62h6.200v54h-6.200zM213 62h30v54h-30zM248 62h30v54h-30z" />
      <path fill="#ffd594" d="M213 62h30l-30 34zM248 62h30l-30 34z" />
      <path
        fill="none"
        stroke="#52735b"
        strokeWidth="3.5"
        d="m47 83 12 12M59 83l-12 12M82 83l12 12M94 83l-12 12M117 83l12 12M129 83l-12 12M152 83l12 12M164 83l-12 12"
      />
      <path fill="#304b3b" d="m70 152 24-10h24l24 10 10 24v20l-10 20-24 8H94l-24-8-10-20v-20z" />
      <path fill="#0a110d" d="m75 157 21-9h20l21 9 8 21v16l-8 17-21 7H96l-21-7-8-17v-16z" />
      <path
        fill="none"
        stroke="#9db3a5"
        strokeWidth="3"
        d="M106 152v8M106 206v8M72 184h8M132 184h8"
      />
      <path fill="none" stroke="#ffb648" strokeWidth="5" d="M106 163v20l-12 17" />
      <g transform="translate(180 114) scale(.98)">
        <HomemadeChargeBody />
      </g>
      <path d="M28 228h264" stroke="#48654f" strokeWidth="2" />
    </PictureGround>
  )
}

/** A screenshot as evidence, with its ticket. */
function Compensation() {
  return (
    <PictureGround>
      <g transform="rotate(-7 130 110)">
        <path fill="#060a08" opacity=".5" d="M52 40h160v126H52z" />
        <path fill="#e8f2eb" d="M44 32h160v126H44z" />
        <path fill="#9db3a5" d="M124 32h80v126h-80z" opacity=".35" />
        <path fill="#0c1c13" d="M54 42h140v92H54z" />
        <path fill="#133520" d="m72 60 40-12 44 10 24 32-20 34-60 6-34-26z" />
        <path fill="#26392e" d="m54 134 34-44 24 26 22-34 36 40 24-10v22z" />
        <path
          fill="none"
          stroke="#ff7566"
          strokeWidth="3"
          d="M110 70V58h12M162 70V58h-12M110 98v12h12M162 98v12h-12"
        />
        <g transform="translate(136 110) scale(.44)">
          <Survivor />
        </g>
        <path fill="#ff7566" d="m62 54 5-6 5 6-5 6z" />
        <path fill="#9db3a5" d="M54 142h62v6H54z" />
      </g>
      <g transform="rotate(6 210 168)">
        <path fill="#1f8f3a" d="M132 136h150v20l-8 6 0 10 8 6v24H132v-24l8-6v-10l-8-6z" />
        <path fill="#35c043" d="M132 136h104l-66 66h-38v-24l8-6v-10l-8-6z" />
        <path stroke="#0c3a1e" strokeWidth="2.5" strokeDasharray="5 5" d="M244 138v62" />
        <path fill="#041107" d="M154 150h62v7h-62zM154 166h46v7h-46zM154 182h54v7h-54z" />
        <path fill="none" stroke="#d2ffc0" strokeWidth="5" d="m252 169 7 8 13-16" />
      </g>
    </PictureGround>
  )
}
