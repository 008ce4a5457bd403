/** Items whose skin can be changed, each drawn around the middle of 320 × 240. */
export const gearNames = ['top', 'pant', 'armour', 'helmet', 'sniper', 'auto'] as const
export type GearName = (typeof gearNames)[number]

interface Part {
  readonly fill?: string
  readonly stroke?: string
  readonly width?: number
  readonly outline: string
}

interface GearDrawing {
  /** The part that takes the new colours. */
  readonly outline: string
  /** Facets in the shade, and facets that catch the light. */
  readonly shade: string
  readonly light: string
  /** Parts that keep their own colours, behind and in front of it. */
  readonly behind?: readonly Part[]
  readonly parts: readonly Part[]
  /** How the item is turned: an SVG transform that keeps it within 320 × 240. */
  readonly pose?: string
}

const cloth = '#16261d'
const seam = '#0a110d'
const steel = '#2a4034'
const steelLight = '#48654f'
const polymer = '#263a30'
const metal = '#3f5b4b'
const metalLight = '#6f9480'
const crystal = '#6bff4d'

export const gearDrawings: Readonly<Record<GearName, GearDrawing>> = {
  top: {
    outline:
      'M134 40 160 26 186 40 198 54 230 64 248 94 270 172 240 188 217 126 215 210 160 215 105 210 103 126 80 188 50 172 72 94 90 64 122 54z',
    shade:
      'M198 54 230 64 248 94 270 172 255 180 230 100zM217 126 215 210 160 215 160 160 196 130 210 84zM103 126 90 158 80 188 66 180zM134 40 160 26 160 38 146 50z',
    light:
      'M122 54 90 64 72 94 84 92 110 70zM105 126 118 96 126 130 108 180zM186 40 198 54 182 66z',
    parts: [
      { fill: cloth, outline: 'M142 46 160 36 178 46 174 66 160 78 146 66z' },
      { fill: '#0a110d', outline: 'M149 50 160 43 171 50 168 63 160 70 152 63z' },
      { stroke: seam, width: 3, outline: 'M160 78V214' },
      {
        stroke: seam,
        width: 2,
        outline:
          'M122 54 146 66M198 54 174 66M103 126 112 92M217 126 208 92M116 102h30v28l-15 6-15-6zM116 110h30M174 102h30v28l-15 6-15-6zM174 110h30M112 166l34 6v28l-36-3M208 166l-34 6v28l36-3',
      },
      {
        fill: cloth,
        outline:
          'm54 158 30 15-4 15-30-16zM266 158l-30 15 4 15 30-16zM105 200l55 5 55-5v10l-55 5-55-5z',
      },
      { fill: crystal, outline: 'M156 84h8v7l-4 4-4-4zM183 115h12v4h-12z' },
    ],
  },
  pant: {
    outline: 'M114 28H206L216 76 232 204 186 214 166 108H154L134 214 88 204 104 76z',
    shade:
      'M206 28 216 76 232 204 210 209 196 90zM166 108 186 214 172 150 160 92 148 150 134 214 154 108zM104 76 118 70 112 120 98 130z',
    light:
      'M114 40 132 40 118 76 104 110zM112 160 128 126 122 180 104 206zM184 60 196 50 204 90 192 120z',
    parts: [
      { fill: cloth, outline: 'M113 26h94l3 18H110z' },
      { fill: steelLight, outline: 'M150 25h20v20h-20zM154 29v12h12V29z' },
      { fill: seam, outline: 'M122 26h6v18h-6zM192 26h6v18h-6z' },
      {
        stroke: seam,
        width: 2,
        outline:
          'M160 46v58M128 46l-8 22-12 6M192 46l8 22 12 6M99 92l26-4 2 34-30 6zM98 102l28-5M221 92l-26-4-2 34 30 6zM222 102l-28-5',
      },
      {
        fill: cloth,
        outline:
          'm102 134 30-5 8 14-4 28-32 2-10-14zM218 134l-30-5-8 14 4 28 32 2 10-14zM90 190l47 8-3 16-46-10zM230 190l-47 8 3 16 46-10z',
      },
      { fill: steel, outline: 'm108 140 20-3 6 8-3 18-21 2-6-9zM212 140l-20-3-6 8 3 18 21 2 6-9z' },
      { fill: steelLight, outline: 'm108 140 20-3-14 16-10 3zM212 140l-20-3 14 16 10 3z' },
    ],
  },
  armour: {
    outline:
      'M116 30 140 26 146 66H174L180 26 204 30 212 78 232 98 236 182 208 208H112L84 182 88 98 108 78z',
    shade:
      'M204 30 212 78 232 98 236 182 208 208 200 120zM84 182 112 208H160V196L104 184zM180 26 192 28 190 70 174 66zM112 130h96v8h-96z',
    light: 'M116 30 128 28 132 78 104 108zM88 98 100 90 98 150 86 160zM146 66h28l-8 14h-40z',
    parts: [
      { fill: cloth, outline: 'M84 140 112 136V168L84 172zM236 140 208 136V168L236 172z' },
      {
        fill: cloth,
        outline: 'm110 92 8-10h84l8 10v8H110zM111 106h98v9h-98zM112 121h96v9h-96z',
      },
      {
        stroke: seam,
        width: 2,
        outline: 'M128 82v48M150 82v48M170 82v48M192 82v48M108 78l2 14M212 78l-2 14',
      },
      {
        stroke: seam,
        width: 2.5,
        outline:
          'M112 138h30v54h-30zM145 138h30v54h-30zM178 138h30v54h-30zM112 152l15 6 15-6M145 152l15 6 15-6M178 152l15 6 15-6',
      },
      { fill: steel, outline: 'M117 48 140 44 142 56 119 60zM203 48 180 44 178 56 201 60z' },
      { fill: crystal, outline: 'm126 50 8-1 1 4-8 1zM194 50l-8-1-1 4 8 1zM152 90h16v6l-8 6-8-6z' },
    ],
  },
  helmet: {
    outline:
      'M70 142 74 104 92 68 124 44 166 34 206 44 236 74 248 116 246 158 224 168 208 146 196 138H138L116 148z',
    shade:
      'M206 44 236 74 248 116 246 158 224 168 208 146 214 100zM70 142 116 148 138 138 196 138 190 124 120 128 72 128z',
    light: 'M92 68 124 44 166 34 140 62 96 96zM166 34 206 44 186 66z',
    behind: [
      { stroke: steel, width: 7, outline: 'M214 156 172 206 128 200 122 148M204 146l-32 58' },
      { fill: cloth, outline: 'm120 196 14-8 40 4 4 14-16 6-34-4z' },
      { fill: '#0a110d', outline: 'm116 140 90-8 16 22-18 30-40 2-34-18z' },
    ],
    parts: [
      { fill: cloth, outline: 'M130 104 210 92 236 104 232 118 208 114 138 124z' },
      { fill: seam, outline: 'm146 109 12-2v6l-12 2zM166 106l12-2v6l-12 2zM186 103l12-2v6l-12 2z' },
      { fill: steel, outline: 'M66 96 78 76 96 84 92 114 72 116z' },
      { fill: steelLight, outline: 'M66 96 78 76 84 92 72 116z' },
      { fill: crystal, outline: 'm80 92 8 2-2 10-8 1z' },
      { stroke: seam, width: 2, outline: 'M166 34 158 104M206 44l4 48M92 68l44 56' },
      { fill: cloth, outline: 'm172 132 34-4 18 18-4 30-22 14-24-10-10-26z' },
      { fill: steel, outline: 'm178 138 24-3 14 14-3 22-16 10-18-7-8-19z' },
      { fill: steelLight, outline: 'm178 138 24-3-10 20-21 0z' },
      { fill: crystal, outline: 'm190 152 8 3v8l-6 4-7-4v-8z' },
      { fill: seam, outline: 'M70 142 72 132 116 138 138 130 138 138 116 148z' },
    ],
  },
  sniper: {
    pose: 'rotate(-16 160 120) translate(12 -8) scale(.92 1.12)',
    outline:
      'M18 112 62 100H104L122 106H226L250 113V121L218 130H150L140 134 130 162H106L109 136 94 132 72 142 22 160 16 150zM92 68l22 5h80l14-5 26-3v32l-26-3-14-5h-80l-22 5z',
    shade:
      'M92 82l22 2h80l40 6v7l-26-3-14-5h-80l-22 5zM16 150 72 132 94 122 140 124 214 122 250 118V121L218 130H150L140 134 130 162H106L109 136 94 132 72 142 22 160zM62 102 70 126 54 132z',
    light:
      'M18 114 62 102H104L96 108 60 112 20 124zM150 110H224L246 114 150 116zM92 68l22 5h80l14-5 26-3v8l-28 4H112l-20-3z',
    behind: [
      { stroke: metalLight, width: 4, outline: 'm222 124-16 40M226 124l16 40' },
      { fill: metal, outline: 'M214 102H300V110H214z' },
      { fill: metalLight, outline: 'M214 102H300V105H214z' },
      { fill: polymer, outline: 'M288 98h22v16h-22zM292 103v6h4v-6zM301 103v6h4v-6z' },
    ],
    parts: [
      { fill: metal, outline: 'M116 97H206L220 102V111H128L116 106z' },
      { fill: metalLight, outline: 'M116 97H206L214 100H118z' },
      { fill: polymer, outline: 'm158 126 28-1-3 19-24 1z' },
      { stroke: metal, width: 3, outline: 'M136 130 144 142h14' },
      { fill: metalLight, outline: 'm140 102 6 1-2 12 4 8-6 3-5-9z' },
      { fill: polymer, outline: 'M126 86h12v12h-12zM186 86h12v12h-12z' },
      { fill: polymer, outline: 'M88 66h8v28h-8zM128 72h6v18h-6zM188 72h6v18h-6z' },
      { fill: metal, outline: 'M146 62h16v12h-16zM164 84l12 2v8h-12z' },
      { fill: crystal, outline: 'm234 65 5 4v24l-5 4z' },
      { fill: '#b6ff9e', outline: 'm234 65 5 4v8l-5 2z' },
      { stroke: seam, width: 2, outline: 'M22 122l4 30M40 110l6 36' },
    ],
  },
  auto: {
    pose: 'rotate(-16 160 120) translate(12 -8) scale(.92 1.12)',
    outline:
      'M20 104 68 98V114L56 118 50 146 26 150 18 144zM96 94H192L198 98 264 98 270 106 268 118 198 120 190 126 192 144 202 170 178 183 164 153 160 127 156 124H130L126 150 120 164H98L106 126 96 122z',
    shade:
      'M18 144 50 136 56 116 68 110V114L56 118 50 146 26 150zM96 112H194L198 112 268 112V118L198 120 190 126 192 144 202 170 178 183 164 153 160 127 156 124H130L126 150 120 164H98L106 126 96 122z',
    light: 'M20 104 68 98V103L24 110zM96 94H192L186 100H98zM198 98H264L268 103H200z',
    behind: [
      { fill: metal, outline: 'M64 100h36v12H64zM262 103h34v7h-34z' },
      { fill: metalLight, outline: 'M64 100h36v4H64zM262 103h34v3h-34z' },
      { fill: polymer, outline: 'M290 99h22v15h-22zM294 104v5h4v-5zM303 104v5h4v-5z' },
    ],
    parts: [
      { fill: metal, outline: 'M110 88H262V96H110z' },
      {
        fill: seam,
        outline:
          'M118 88h4v4h-4zM184 88h4v4h-4zM196 88h4v4h-4zM208 88h4v4h-4zM220 88h4v4h-4zM232 88h4v4h-4z',
      },
      { fill: polymer, outline: 'm244 88 6-16h6l4 16zM134 88l4-20 10-6h22l6 6v20z' },
      { fill: metal, outline: 'M141 71h29v13h-29z' },
      { fill: crystal, outline: 'm146 73 8-1 10 0 4 10-22 1z' },
      { fill: '#b6ff9e', outline: 'm146 73 10-1-8 10z' },
      { fill: polymer, outline: 'm224 119 16-1-2 30-4 6h-10l-4-6zM150 100h30v9h-30z' },
      { stroke: metal, width: 3, outline: 'm130 126 4 12 16 2 8-12' },
      {
        stroke: seam,
        width: 2,
        outline:
          'M206 108h8M220 108h8M234 108h8M248 108h8M142 96v26M186 102v18M112 132l14 3M110 142l15 3M107 152l15 3M164 146l26-4M170 160l25-7',
      },
      { fill: metalLight, outline: 'M104 100h14v5h-14z' },
    ],
  },
}
