import type { UsualLeads } from '@apsis/astro/manoeuvre/burn-time.ts'
import { STRATEGIES } from '@apsis/astro/manoeuvre/strategy.ts'
import { compareEpochs } from '@apsis/astro/time/epoch.ts'
import { UsageError } from '../../terminal/command.ts'
import { oneOf, requireInstant, requirePositive } from '../../terminal/options.ts'
import type { BurnTime, Kind } from './plan-row.ts'

const USUAL_LEADS = { orbits: [0.5, 1.5, 2.5], hours: [6, 12, 24] }
/** The default leads of plans that use drag: a change of area needs days to move the craft far enough. */
const USUAL_DRAG_LEADS = { orbits: [15, 30, 45], hours: [24, 48, 72] }

/** The options for the time of the burn. */
export const WHEN_OPTIONS = {
  'lead-orbits': { type: 'string' },
  at: { type: 'string' },
  window: { type: 'string' },
  strategy: { type: 'string' },
} as const

interface WhenOptions {
  readonly 'lead-orbits'?: string | undefined
  readonly at?: string | undefined
  readonly window?: string | undefined
  readonly strategy?: string | undefined
}

/** Returns the time of the burn from its options. */
export function toWhen(options: WhenOptions, kind: Kind): BurnTime {
  const { strategy, ...given } = options
  if (strategy === undefined) return toStart(given, isByDrag(kind) ? USUAL_DRAG_LEADS : USUAL_LEADS)
  if (isByDrag(kind) || kind === 'none') throw new UsageError(`--strategy goes with a burn, not with --kind ${kind}`)
  if (given.at !== undefined || given['lead-orbits'] !== undefined)
    throw new UsageError('--strategy goes with --window, not with --lead-orbits or --at')
  const window = toStart(given, USUAL_LEADS)
  return { strategy: oneOf(strategy, STRATEGIES, '--strategy'), within: 'from' in window ? window : null }
}

const isByDrag = (kind: Kind) => kind === 'drag' || kind === 'attitude'

function toStart({ 'lead-orbits': leads, at, window }: Omit<WhenOptions, 'strategy'>, usual: UsualLeads): BurnTime {
  if ([leads, at, window].filter((value) => value !== undefined).length > 1) {
    throw new UsageError('give one of --lead-orbits, --at and --window')
  }
  if (at !== undefined) return { at: requireInstant(at, '--at') }
  if (window !== undefined) {
    const [from, to, ...more] = window.split(',')
    if (from === undefined || to === undefined || more.length > 0) {
      throw new UsageError(`--window is FROM,TO, not ${JSON.stringify(window)}`)
    }
    const [start, end] = [requireInstant(from, '--window'), requireInstant(to, '--window')]
    if (compareEpochs(start, end) > 0) throw new UsageError('--window ends before it begins')
    return { from: start, to: end }
  }
  const numbers = leads?.split(',').map((text) => requirePositive(text, '--lead-orbits'))
  return numbers === undefined ? { usual } : { leadOrbits: numbers }
}
