import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { levelByValues } from '@apsis/contract/notice-text/level-by-in-words.ts'
import { levelByInWords } from '../../notifications/notice-in-words.ts'

type LevelSource = Pick<Conjunction, 'levelBy' | 'track' | 'conjunctionData'>

/**
 * Returns a sentence with the estimate that sets the level of an event, its number and time. It is empty if the screen already shows the
 * figures of that estimate. The screen shows the figures of the given message or, without one, of the event.
 */
export function levelBySaid({ levelBy, track, conjunctionData }: LevelSource, shownCdmId?: string): string {
  if (levelBy === null) return ''
  const { id, isBeforeTrack } = levelBy
  const isShown = shownCdmId === undefined ? levelBy.isShown : id === shownCdmId
  if (isShown && !isBeforeTrack) return ''
  return levelByInWords({ level: conjunctionData.riskLevel, ...levelByValues(levelBy, track) })
}
