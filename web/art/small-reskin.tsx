import { Shapes } from './drawing.tsx'
import { Reskinned, type GearName } from './reskinned.tsx'
import vest from './vest.svg?raw'

interface SmallReskinProps {
  /** Null for one that is no longer sold. */
  readonly gear: GearName | null
  /** Including the tier. */
  readonly name: string
}

/** The subject of a reskin's small picture, 120 across. */
export default function SmallReskin({ gear, name }: SmallReskinProps) {
  if (gear === null) return <Shapes svg={vest} transform="translate(14 14) scale(.18)" />
  const isLong = gear === 'sniper' || gear === 'auto'
  return (
    <Reskinned
      gear={gear}
      finish={name.endsWith('Basic') ? 'basic' : 'advanced'}
      transform={isLong ? 'translate(2 17) scale(.36)' : 'translate(-14 4) scale(.46)'}
    />
  )
}
