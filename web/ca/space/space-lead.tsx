import { Link } from '@tanstack/react-router'
import { formatInstant } from '../../clock/format.ts'
import { Until } from '../../clock/until.tsx'
import { paths } from '../../site/paths.ts'
import button from '../../ui/button/button.module.css'
import { partOf } from '../../ui/page/part.tsx'
import { levelMeaning } from '../../ui/status/status-meaning.ts'
import { StatusSymbol } from '../../ui/status/status-symbol.tsx'
import { useWords } from '../../ui/text/language.ts'
import { isDecided } from '../event/event-row.ts'
import lead from '../event/lead.module.css'
import { Said } from '../event/lead.tsx'
import { objectPlace, placeText, type Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

/** The offer of the demo fleet is fetched where there is no satellite. */
const openDemo = partOf(async () => (await import('../event/nothing-yet.tsx')).OpenDemo)

/** Says in a sentence which satellite meets what, where and when, and by when one must decide. */
export function SpaceLead({ space }: { readonly space: Space }) {
  const say = useWords(spaceWords)
  const { urgent, sentence, own, satellites, fleet, nowMs } = space
  const isEmpty = fleet.data !== undefined && satellites.length === 0
  const model = own.find(({ satelliteId }) => satelliteId === urgent?.event.satelliteId)?.model
  const place = urgent && model && objectPlace(model, urgent.tcaMs)
  const meaning = urgent ? levelMeaning(urgent) : undefined
  return (
    <div className={`row flex-none min-w-0 pad-8 line-bottom gap-24 ${lead.lead}`}>
      <p className="flex items-baseline grow min-w-0 gap-10 soft fs-20 flex-none-phone" role="status" data-said>
        <StatusSymbol
          level={meaning?.level ?? (sentence?.kind === 'clear' ? 'ok' : 'inactive')}
          size={14}
          {...(meaning ? { label: meaning.word } : {})}
        />
        <span>
          {isEmpty ? (
            say('noSatellite')
          ) : urgent ? (
            <>
              <b>{urgent.satellite}</b> {say('meets')} <b>{urgent.secondary}</b>
              {place ? (
                <>
                  {' '}
                  <b className="nowrap">{say('metAt', { place: placeText(place) })}</b>
                </>
              ) : null}{' '}
              {say('inTime')}{' '}
              <b className="plain-figures nowrap">
                <Until at={urgent.tcaMs} />
              </b>
              .{' '}
              {isDecided(urgent) ? (
                say('decided')
              ) : (
                <>
                  {say(urgent.decideMs >= nowMs ? 'decideBefore' : 'late')}{' '}
                  <b className="nowrap">{`${formatInstant(urgent.decideMs).slice(0, 16)} Z`}</b>,{' '}
                  <b className="plain-figures nowrap">
                    <Until at={urgent.decideMs} />
                  </b>
                  .
                </>
              )}
            </>
          ) : (
            <Said sentence={sentence} />
          )}
        </span>
      </p>
      {isEmpty ? (
        <span className="row wrap gap-8 fs-13 no-print">
          <Link
            to={paths.assets}
            search={{ dialog: 'add-satellite' }}
            className={`${button.button} ${button.primary} plain-link`}
            data-primary
          >
            {say('addSatellite')}
          </Link>
          <openDemo.Show />
        </span>
      ) : urgent ? (
        <Link
          to={paths.conjunction}
          params={{ satellite_id: urgent.satelliteKey, conjunction_id: urgent.id }}
          className={`${button.button} plain-link no-print`}
        >
          {say('openConjunction')}
        </Link>
      ) : null}
    </div>
  )
}
