import { STATUS_LEVELS, type Status, type StatusLevel } from '@apsis/contract/status/status.ts'

const NAMES: Readonly<Record<string, string>> = {
  ca: 'Collision avoidance',
  odt: 'On-demand tracking',
  payments: 'Payments',
  tle: 'Element sets',
  userconfig: 'Account',
  api: 'API',
}

/** A service in words; one without a word of its own is shown as the server calls it. */
export function nameOf(service: string): string {
  return NAMES[service] ?? service.charAt(0).toUpperCase() + service.slice(1).replaceAll('-', ' ')
}

/** The sentence that a colleague would say aloud: which services need somebody, and why. */
export type Verdict = { readonly level: StatusLevel; readonly what: string; readonly rest: string }

/** What the status of all services comes to. */
export function verdictOf(status: Status): Verdict {
  const { level, services } = status
  const those = services.filter((service) => service.level === level)
  if (level === 'caution' || level === 'serious' || level === 'critical') {
    const reason = those.flatMap((service) => service.checks).find((check) => check.level === level)?.message ?? ''
    const verb = those.length === 1 ? 'is' : 'are'
    return {
      level,
      what: those.map((service) => nameOf(service.service)).join(', '),
      rest: `${verb} ${level}. ${reason}`,
    }
  }
  const normal = services.filter((service) => service.level === 'ok').map((service) => nameOf(service.service))
  const rest = normal.length === 1 ? 'is normal.' : 'are normal.'
  if (normal.length === 0) return { level, what: 'No service', rest: 'is active yet.' }
  if (normal.length < 3) return { level, what: normal.join(' and '), rest }
  return { level, what: `${normal.length === services.length ? 'All ' : ''}${normal.length} services`, rest }
}

/** How many services have each level, worst first, without levels that none has. */
export function levelCounts(status: Status): { level: StatusLevel; count: number }[] {
  return STATUS_LEVELS.toReversed()
    .map((level) => ({ level, count: status.services.filter((service) => service.level === level).length }))
    .filter(({ count }) => count > 0)
}
