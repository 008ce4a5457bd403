/** What somebody of the staff may be, from the most to the least. */
export const staffRoles = ['owner', 'manager', 'support', 'moderator'] as const
export type StaffRole = (typeof staffRoles)[number]

/** What the staff's endpoints ask for; each names one right. */
export const rights = [
  'today',
  // Comes with those to read orders, Kr and perks and to moderate listings: a player's page has them.
  'players',
  'orders.read',
  'orders.deliver',
  'messages',
  'payments',
  'perks.read',
  'perks.give',
  'perks.batch',
  'adapters',
  'kr.read',
  'kr.change',
  'shop.edit',
  'site.edit',
  'notices',
  'team.moderate',
  'bans.team',
  'bans.shop',
  'log',
  'money',
  'people',
  'connections',
  'demo',
  'export',
] as const
export type Right = (typeof rights)[number]

const ownersAlone: ReadonlySet<Right> = new Set([
  'people',
  'connections',
  'adapters',
  'demo',
  'export',
])

const rightsOf: Readonly<Record<StaffRole, ReadonlySet<Right>>> = {
  owner: new Set(rights),
  manager: new Set(rights.filter((right) => !ownersAlone.has(right))),
  support: new Set([
    'today',
    'players',
    'orders.read',
    'orders.deliver',
    'messages',
    'kr.read',
    'perks.read',
    'perks.give',
    'team.moderate',
    'log',
  ]),
  moderator: new Set(['today', 'team.moderate', 'bans.team', 'notices']),
}

/** Whether somebody with this role may do what the right allows. */
export function mayDo(role: StaffRole, right: Right): boolean {
  return rightsOf[role].has(right)
}
