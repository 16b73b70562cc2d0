/** The resources in the token's `resource_access`, and the roles that each of them may have (spec §6). */
export const ROLES = {
  ca: ['admin', 'user', 'testuser'],
  odt: ['admin', 'user', 'testuser'],
  payments: ['admin', 'user', 'testuser'],
  account: ['manage-account', 'manage-account-links', 'view-profile'],
} as const

export type Resource = keyof typeof ROLES
export type Role = { [R in Resource]: `${R}:${(typeof ROLES)[R][number]}` }[Resource]

/** A comma-separated list of roles; any one of them meets the requirement (spec §6). */
export type Requirement = string

export const CA_USER: Requirement = 'ca:user,ca:testuser,ca:admin'
export const ODT_USER: Requirement = 'odt:user,odt:testuser,odt:admin'
export const PAYMENTS_USER: Requirement = 'payments:user,payments:testuser,payments:admin'
export const TLE_USER: Requirement = `${CA_USER},${ODT_USER}`
export const CA_ADMIN: Requirement = 'ca:admin'
export const ODT_ADMIN: Requirement = 'odt:admin'
export const PAYMENTS_ADMIN: Requirement = 'payments:admin'

/** Returns true if the roles meet every requirement. Server and web use only this function to check roles. */
export function allows(requirements: readonly Requirement[], held: ReadonlySet<string>): boolean {
  return requirements.every((requirement) => requirement.split(',').some((role) => held.has(role.trim())))
}

/**
 * The audience of a notification or a change of the event stream, and the roles that it requires: the users of one service, everybody of
 * the organisation, or the administrators of the installation.
 */
export const AUDIENCES = {
  everybody: [],
  ca: [CA_USER],
  odt: [ODT_USER],
  payments: [PAYMENTS_USER],
  tle: [TLE_USER],
  administrators: [`${CA_ADMIN},${ODT_ADMIN},${PAYMENTS_ADMIN}`],
} as const satisfies Record<string, readonly Requirement[]>
export type Audience = keyof typeof AUDIENCES
export const AUDIENCE_NAMES = Object.keys(AUDIENCES) as readonly Audience[]

/** Returns the audiences to which somebody with these roles belongs. */
export function audiencesOf(held: ReadonlySet<string>): Audience[] {
  return AUDIENCE_NAMES.filter((name) => allows(AUDIENCES[name], held))
}

/**
 * Returns the roles in a token's `resource_access` claim. The claim is data from outside: only own properties that are lists of strings are read, and
 * only roles of spec §6; everything else grants nothing.
 */
export function rolesOf(resourceAccess: unknown): ReadonlySet<Role> {
  const held = new Set<Role>()
  if (typeof resourceAccess !== 'object' || resourceAccess === null) return held
  for (const [resource, known] of Object.entries(ROLES)) {
    if (!Object.hasOwn(resourceAccess, resource)) continue
    const entry: unknown = Reflect.get(resourceAccess, resource)
    if (typeof entry !== 'object' || entry === null || !Object.hasOwn(entry, 'roles')) continue
    const roles: unknown = Reflect.get(entry, 'roles')
    if (!Array.isArray(roles)) continue
    for (const role of known) if (roles.includes(role)) held.add(`${resource}:${role}` as Role)
  }
  return held
}
