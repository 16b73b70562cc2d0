import { ANEW_FAILURES, type EventTrack, type LevelBy } from '../ca/event/level-by.ts'
import { levelText, type Manner, minuteOf, textOf, type Values } from './manner.ts'

/** Returns the values about the estimate that determines a level, and about a track for which the level waits. */
export function levelByValues(
  { source, at, probability, isBeforeTrack }: LevelBy,
  track: Pick<EventTrack, 'at' | 'screening' | 'reason'> | null | undefined,
): Values {
  return {
    levelSource: source,
    levelAt: at,
    ...(probability === null ? {} : { levelProbability: probability }),
    ...(track == null || !isBeforeTrack ? {} : { trackAt: track.at, anew: track.screening }),
    ...(track == null || !isBeforeTrack || track.reason === null ? {} : { anewReason: track.reason }),
  }
}

/**
 * Returns the values of levelByValues() if the figures that are shown with a level are from another estimate, or if the level waits for a track;
 * otherwise none.
 */
export const levelByBeside = ({
  levelBy,
  track,
}: {
  readonly levelBy: LevelBy | null
  readonly track: Parameters<typeof levelByValues>[1]
}): Values => (levelBy === null || (levelBy.isShown && !levelBy.isBeforeTrack) ? {} : levelByValues(levelBy, track))

/**
 * Names the estimate that determines the level of an event, with its number and time, if the shown figures are from another estimate; empty if the
 * shown figures are from the same estimate. A level that waits for a screening against the orbit of a track is marked as such.
 */
export function sayLevelBy(m: Manner, values: Values): string {
  const { levelSource, levelAt, levelProbability, trackAt } = values
  if (levelSource === undefined) return ''
  const said = {
    level: levelText(m, values.level),
    at: minuteOf(m, levelAt),
    before: trackAt === undefined ? '' : m.t('levelBefore', { track: minuteOf(m, trackAt) }),
    pc: typeof levelProbability === 'number' ? m.t('pc', { value: m.probability(levelProbability) }) : m.t('noPc'),
  }
  const by = m.t(LEVEL_BY[textOf(levelSource)] ?? 'levelByMessage', said)
  return [by, anewText(m, values)].filter((text) => text !== '').join(' ')
}

const LEVEL_BY: Readonly<Record<string, 'levelByScreening' | 'levelByReport'>> = {
  OWN_SCREENING: 'levelByScreening',
  REPORTED: 'levelByReport',
}

/** Returns the state of the screening against the orbit from a track; empty if the level does not wait for it. */
function anewText(m: Manner, { anew, anewReason }: Values): string {
  if (anew === 'AWAITED') return m.t('anewAwaited')
  if (anew !== 'FAILED') return ''
  const reason = ANEW_FAILURES.find((one) => one === textOf(anewReason)) ?? 'failed'
  return m.t('anewFailed', { reason: m.t(`anew-${reason}`) })
}
