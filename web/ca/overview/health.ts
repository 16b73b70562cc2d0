import { MESSAGE_OLD_MS, MESSAGE_VERY_OLD_MS } from '@apsis/contract/ca/event/message-age.ts'
import type { Status } from '@apsis/contract/status/status.ts'
import { formatAge, formatMinute } from '../../clock/format.ts'
import type { OnCall } from '../../shell/status/on-call.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import type { EventRow } from '../event/event-row.ts'
import type { Asset } from '../satellite/asset.ts'
import type { overviewWords } from './words.data.ts'

export const HEALTH = ['messages', 'ephemerides', 'elements', 'configuration', 'platform', 'notices', 'duty'] as const
/** The quality of the data and the platform, one line each. */
export type Health = {
  readonly of: (typeof HEALTH)[number]
  readonly level: Level
  readonly count: number
  readonly all: number
  /** The age of the newest data, if the line has one. */
  readonly ageMs?: number | undefined
  /** The person on call, if the line is about on-call duty. */
  readonly onCall?: OnCall | undefined
}

type HealthFacts = {
  readonly rows: readonly EventRow[] | undefined
  readonly assets: readonly Asset[] | undefined
  readonly status: Status | undefined
  readonly onCall?: OnCall | undefined
  /** True if the server does not answer: a state that was good may have changed. */
  readonly isUnknown?: boolean
}

/** Returns the lines of the health; an unknown state is never green. */
export function healthOf(known: HealthFacts, nowMs: number): readonly Health[] {
  const { isUnknown = false } = known
  return linesOf(known, nowMs).map((one) => (isUnknown && one.level === 'ok' ? { ...one, level: 'inactive' } : one))
}

function linesOf({ rows, assets, status, onCall }: HealthFacts, nowMs: number): readonly Health[] {
  const newestMs = rows?.reduce((newest, row) => Math.max(newest, row.newestMs), 0) || undefined
  const ageMs = newestMs === undefined ? undefined : nowMs - newestMs
  const lacking = (...gaps: readonly Asset['gaps'][number][]) =>
    assets?.filter((asset) => asset.gaps.some((gap) => gaps.includes(gap))) ?? []
  const part = (of: Health['of'], without: readonly Asset[]): Health => ({
    of,
    level: !assets || assets.length === 0 ? 'inactive' : without.length === 0 ? 'ok' : 'caution',
    count: (assets?.length ?? 0) - without.length,
    all: assets?.length ?? 0,
  })
  const services = status?.services ?? []
  return [
    {
      of: 'messages',
      level:
        ageMs === undefined
          ? 'inactive'
          : ageMs > MESSAGE_VERY_OLD_MS
            ? 'serious'
            : ageMs > MESSAGE_OLD_MS
              ? 'caution'
              : 'ok',
      count: rows?.length ?? 0,
      all: rows?.length ?? 0,
      ageMs,
    },
    part('ephemerides', lacking('noEphemeris', 'shortEphemeris')),
    part('elements', lacking('noElements', 'oldElements')),
    part('configuration', lacking('radius', 'propulsion')),
    {
      of: 'platform',
      level: status?.level ?? 'inactive',
      count: services.filter(({ level }) => level === 'ok').length,
      all: services.filter(({ level }) => level !== 'inactive').length,
    },
    noticesOf(status),
    { of: 'duty', level: onCallLevel(onCall), count: 0, all: 0, onCall },
  ]
}

const ON_CALL_LEVELS: Readonly<Record<OnCall['kind'], Level>> = {
  person: 'ok',
  nobody: 'serious',
  'no-chain': 'caution',
  // In this case no real person is called.
  simulated: 'caution',
}

function onCallLevel(onCall: OnCall | undefined): Level {
  if (onCall === undefined) return 'inactive'
  return isUnreached(onCall) ? 'serious' : ON_CALL_LEVELS[onCall.kind]
}

/** True if it is not proven that a call reaches the person on call outside these pages. */
const isUnreached = (onCall: OnCall) => onCall.kind === 'person' && !onCall.hasProvenChannel

/** Returns the line about critical notices: the number of known notices, and the number that reached a person. */
function noticesOf(status: Status | undefined): Health {
  const checks = status?.services.flatMap((service) => service.checks)
  const check = checks?.find(({ finding }) => finding?.code === 'critical-lost' || finding?.code === 'critical-arrives')
  const all = Number(check?.finding?.values.count ?? 0)
  return { of: 'notices', level: check?.level ?? 'inactive', count: all - (check?.value ?? 0), all }
}

/** Returns a line as text. */
export function healthText({ of, count, all, ageMs, onCall }: Health, t: typeof overviewWords): string {
  if (of === 'messages') return ageMs === undefined ? t('noMessages') : t('newestAgo', { age: formatAge(ageMs) })
  if (of === 'duty') return onCallText(onCall, t)
  if (all === 0) return t(of === 'notices' ? 'noNotices' : 'notKnown')
  const word = {
    ephemerides: 'reachTca',
    elements: 'freshOf',
    configuration: 'known',
    platform: 'services',
    notices: 'arrived',
  } as const
  return t(word[of], { count, all })
}

/** Returns the person on call, and the end of the shift. */
export function onCallText(onCall: OnCall | undefined, t: typeof overviewWords): string {
  const name = onCallName(onCall, t)
  const untilMs = onCall !== undefined && 'untilMs' in onCall ? onCall.untilMs : undefined
  return untilMs === undefined ? name : t('onCallUntil', { name, time: formatMinute(untilMs) })
}

/** Returns the person on call, or that there is none. */
export function onCallName(onCall: OnCall | undefined, t: typeof overviewWords): string {
  if (onCall === undefined) return t('notKnown')
  if (onCall.kind === 'no-chain') return t('noChain')
  if (onCall.kind === 'nobody') return t('nobody')
  if (onCall.kind === 'simulated') return t('onCallSimulated', { name: onCall.name })
  return isUnreached(onCall) ? t('onCallUnreached', { name: onCall.name }) : onCall.name
}
