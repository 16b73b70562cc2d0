import { STATUS_LEVELS, type Status, type StatusLevel } from '@apsis/contract/status/status.ts'
import { LEVEL_WORDS } from '../ui/status/status-symbol.tsx'
import { checkInWords } from './check-in-words.ts'
import { checkWords as c } from './finding-words.data.ts'
import { servicesWords as t } from './words.data.ts'

const NAMED = [
  'ca',
  'odt',
  'payments',
  'tle',
  'userconfig',
  'api',
  'database',
  'jobs',
  'identity',
  'events',
  'notifications',
  'connection',
  'clock',
  'workers',
  'forced ends',
  'backlog',
  'dead letters',
  'provider',
  'listening',
  'catalogue',
  'catalogue kinds',
  'feeds',
  'critical notices',
  'space-weather',
  'data',
  'requests',
  'books',
] as const

/** Returns the name of a service; a service without a text has its name on the server. */
export function nameOf(service: string): string {
  if (service === 'fleet against catalogue') return c('fleetCAT')
  if (service === 'fleet against messages') return c('fleetCDM')
  if (service.startsWith('feed ')) return c('feed', { name: service.slice('feed '.length) })
  if (service.startsWith('network ')) return c('network', { name: service.slice('network '.length) })
  const named = NAMED.find((one) => one === service)
  return named ? t(named) : service.charAt(0).toUpperCase() + service.slice(1).replaceAll('-', ' ')
}

/** The sentence that a colleague would say: which services need attention, and why. */
export type Verdict = { readonly level: StatusLevel; readonly what: string; readonly rest: string }

/** Returns a verdict on the status of all services. */
export function verdictOf(status: Status): Verdict {
  const { level, services } = status
  const those = services.filter((service) => service.level === level)
  if (level === 'caution' || level === 'serious' || level === 'critical') {
    const found = those.flatMap((service) => service.checks).find((check) => check.level === level)
    const reason = found ? checkInWords(found) : ''
    return {
      level,
      what: those.map((service) => nameOf(service.service)).join(', '),
      rest: t(those.length === 1 ? 'is' : 'are', { level: LEVEL_WORDS[level].toLowerCase(), reason }),
    }
  }
  const normal = services.filter((service) => service.level === 'ok').map((service) => nameOf(service.service))
  if (normal.length === 0) return { level, what: t('noService'), rest: t('noneActive') }
  const rest = t(normal.length === 1 ? 'isNormal' : 'areNormal')
  if (normal.length < 3) return { level, what: normal.join(` ${t('and')} `), rest }
  return { level, what: t(normal.length === services.length ? 'all' : 'several', { count: normal.length }), rest }
}

/** Returns the number of services at each level, the worst first, without levels that no service has. */
export function levelCounts(status: Status): { level: StatusLevel; count: number }[] {
  return STATUS_LEVELS.toReversed()
    .map((level) => ({ level, count: status.services.filter((service) => service.level === level).length }))
    .filter(({ count }) => count > 0)
}
