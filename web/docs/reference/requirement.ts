import { referenceWords as words } from './words.data.ts'

const SERVICES = { ca: 'ofCa', odt: 'ofOdt', payments: 'ofPayments' } as const

/** Returns, as a sentence, who may make a call (spec §6: every requirement must be met, and any one of its alternatives is enough). */
export function requirementsInWords(requires: readonly string[] | undefined): string {
  if (requires === undefined) return words('forAnyone')
  if (requires.length === 0) return words('forEverybody')
  const each = requires.map((requirement) => {
    const roles = requirement.split(',').map((role) => role.trim().split(':'))
    const services = [...new Set(roles.map(([service = '']) => serviceInWords(service)))]
    return words('rolesOf', {
      roles: alternatives([...new Set(roles.map(([, role = '']) => role))]),
      services: services.join(words('or')),
    })
  })
  return words('needsRole', { roles: each.join(words('commaAnd')) })
}

function serviceInWords(service: string): string {
  return Object.hasOwn(SERVICES, service) ? words(SERVICES[service as keyof typeof SERVICES]) : service
}

function alternatives(roles: readonly string[]): string {
  return roles.length < 2 ? roles.join('') : `${roles.slice(0, -1).join(', ')}${words('or')}${roles.at(-1)}`
}
