import type { Decision } from '@apsis/contract/ca/event/conjunction.ts'
import { useNow } from '../../../clock/clock.ts'
import { formatAge, formatInstant, formatTime } from '../../../clock/format.ts'
import { useNaming } from '../../../shell/status/people.ts'
import { Button } from '../../../ui/button/button.tsx'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { AnnouncedBanners } from '../../announced/announced.tsx'
import { SilentBanners } from '../../announced/silent-banners.tsx'
import { conjunctionWords } from '../conjunction-words.data.ts'
import { coordinationText } from '../coordination-text.ts'
import { coordinationWords } from '../coordination-words.data.ts'
import { Contradiction } from './estimates/contradiction.tsx'
import { staleLevel } from './summary/verdict-facts.ts'
import type { Event } from './view/use-event.ts'

/** Returns the level of old data if the newest message is older than it should be. */
export function useStaleLevel(event: Pick<Event, 'conjunction' | 'newest'>) {
  const nowMs = useNow('minute')
  const { conjunction, newest } = event
  return staleLevel(nowMs - newest.atMs, nowMs < Date.parse(conjunction.conjunctionData.tca))
}

const COORDINATION_LEVELS = { ASKED: 'pending', ACCEPTED: 'inactive', REFUSED: 'caution' } as const

/** Shows the coordination with the other operator: the request to move, and the answer. */
function Coordinated({ coordination }: { readonly coordination: Decision['coordination'] }) {
  const t = useWords(coordinationWords)
  const { nameOf } = useNaming()
  if (coordination === undefined) return null
  return (
    <Banner level={COORDINATION_LEVELS[coordination.step]}>
      {coordinationText(coordination)} {t('entered', { by: nameOf(coordination.by) })}
    </Banner>
  )
}

/** Shows warnings about the content below: old data, another message than the newest, a TCA that has passed. */
export function Banners({ event }: { readonly event: Event }) {
  const t = useWords(conjunctionWords)
  const nowMs = useNow('minute')
  const { conjunction, newest, counting, selected, view, follow, change } = event
  const tcaMs = Date.parse(conjunction.conjunctionData.tca)
  const stale = useStaleLevel(event)
  const show = <Button onClick={follow}>{t('showNewest', { number: newest.number })}</Button>
  const arrived = { number: newest.number, time: `${formatTime(newest.atMs)} Z`, shown: selected.number }
  return (
    <>
      <Contradiction
        conjunction={conjunction}
        onShow={view.tab === 'estimates' ? undefined : () => change({ tab: 'estimates' })}
      />
      {nowMs >= tcaMs ? <Banner level="inactive">{t('tcaPassed', { time: formatInstant(tcaMs) })}</Banner> : null}
      {conjunction.state === 'MITIGATED' ? <Banner level="ok">{t('mitigated')}</Banner> : null}
      <Coordinated coordination={event.decision?.coordination} />
      <AnnouncedBanners conjunction={conjunction} />
      <SilentBanners conjunction={conjunction} />
      {stale ? <Banner level={stale}>{t('stale', { age: formatAge(nowMs - newest.atMs) })}</Banner> : null}
      {selected.cdm.withdrawnAt === null ? null : (
        <Banner level="serious" action={show}>
          {t('withdrawnMessage', {
            number: selected.number,
            time: formatInstant(Date.parse(selected.cdm.withdrawnAt)),
            counting: counting.number,
          })}
        </Banner>
      )}
      {selected === newest || selected.cdm.withdrawnAt !== null ? null : (
        <Banner level="inactive" action={show}>
          {selected === counting
            ? t('outranked', { ...arrived, grade: t(newest.cdm.grade) })
            : view.message === undefined
              ? `${t('arrived', arrived)} ${t('levelByNow', { level: meaningOf('risk', conjunction.conjunctionData.riskLevel).word })}`
              : t('superseded', { number: selected.number, newest: newest.number })}
        </Banner>
      )}
    </>
  )
}
