import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { warningInWords } from '../../encounter/catalogue-in-words.ts'
import type { Level } from '../../ui/status/status-symbol.tsx'
import type { Filling } from '../event/demo-filling.ts'
import { conjunctionsWords } from '../event/words.data.ts'
import type { overviewWords } from './words.data.ts'

type Quiet = { readonly level: Level; readonly title: string; readonly why: string | undefined }
type QuietFacts = {
  readonly events: number
  readonly satellites: readonly { readonly derived: Pick<Satellite['derived'], 'screening'> }[]
  /** The progress of filling the demo fleet; null if there is none, or it is complete. */
  readonly filling: Filling | null | undefined
}

/** Returns the state without a pending decision: it is good only if all data is there and was screened. */
export function quietOf({ filling, ...known }: QuietFacts, t: typeof overviewWords): Quiet {
  if (filling === null) return { ...goodnessOf(known, t), title: t('noDecision') }
  const why = filling ? conjunctionsWords('fillingDemo', filling) : undefined
  return { level: 'inactive', title: t('notAllThere'), why }
}

function goodnessOf(
  { events, satellites }: Omit<QuietFacts, 'filling'>,
  t: typeof overviewWords,
): Omit<Quiet, 'title'> {
  const unseen = satellites.filter(({ derived }) => derived.screening?.state === 'NOT_SCREENED').length
  if (unseen === satellites.length && events === 0)
    return { level: 'inactive', why: t(satellites.length === 0 ? 'nothingToScreen' : 'nothingScreened') }
  if (unseen > 0) return { level: 'inactive', why: t('partlyScreened', { count: unseen, all: satellites.length }) }
  const short = satellites.map(({ derived }) => shortOf(derived.screening)).find((why) => why !== undefined)
  return { level: short === undefined ? 'ok' : 'inactive', why: short }
}

/** Returns what a screening lacked: objects were missing in the catalogue, or it was old. */
function shortOf(screening: Satellite['derived']['screening']): string | undefined {
  if (screening === undefined || screening.screenedAt === null) return undefined
  return warningInWords(screening.catalogue, Date.parse(screening.screenedAt))
}
