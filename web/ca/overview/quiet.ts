import type { Satellite } from '@apsis/contract/ca/satellite.ts'
import { warningInWords } from '../../encounter/catalogue-in-words.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import type { overviewWords } from './words.data.ts'

type Quiet = { readonly level: Level; readonly why: string | undefined }

/** How good it is that no decision waits: it is good news only where everything has been looked at. */
export function quietOf(
  events: number,
  satellites: readonly { readonly derived: Pick<Satellite['derived'], 'screening'> }[],
  t: typeof overviewWords,
): Quiet {
  const unseen = satellites.filter(({ derived }) => derived.screening?.state === 'NOT_SCREENED').length
  if (unseen === satellites.length && events === 0)
    return { level: 'inactive', why: t(satellites.length === 0 ? 'nothingToScreen' : 'nothingScreened') }
  if (unseen > 0) return { level: 'inactive', why: t('partlyScreened', { count: unseen, all: satellites.length }) }
  const short = satellites.map(({ derived }) => shortOf(derived.screening)).find((why) => why !== undefined)
  return { level: short === undefined ? 'ok' : 'inactive', why: short }
}

/** What a screening could not see, as its catalogue lacked it or was old. */
function shortOf(screening: Satellite['derived']['screening']): string | undefined {
  if (screening === undefined || screening.screenedAt === null) return undefined
  return warningInWords(screening.catalogue, Date.parse(screening.screenedAt))
}
