import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import { allows, CA_USER } from '@apsis/contract/roles.ts'
import { Link } from '@tanstack/react-router'
import { Instant } from '../../clock/instant.tsx'
import { useSession } from '../../session/session.ts'
import { paths } from '../../site/paths.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import styles from './observation.module.css'
import { observationWords } from './words.data.ts'

/** Lists the events of the object for which the track was used, their result, and a link for users who may see them. */
export function EventsPane({ file: { events, catalogueIdBestAssociation } }: { readonly file: Observation }) {
  const t = useWords(observationWords)
  const session = useSession()
  if (events.length === 0 || catalogueIdBestAssociation === null) return null
  const maySee = session.status === 'signed-in' && allows([CA_USER], session.who.roles)
  return (
    <Pane
      id="events"
      title={t('events')}
      note={t('eventsNote')}
      exports={{ csv: { name: 'events-of-track', table: () => eventTable(events) } }}
    >
      <div className={`fs-13 break-anywhere ${styles.facts}`}>
        <KeyValues
          rows={events.map(({ conjunctionId, outcome, at }) => [
            t(outcome),
            <span key={conjunctionId}>
              <Instant at={Date.parse(at)} />{' '}
              {maySee ? (
                <Link
                  to={paths.conjunction}
                  params={{ satellite_id: String(catalogueIdBestAssociation), conjunction_id: conjunctionId }}
                  search={{ tab: 'tracking' }}
                >
                  {t('openEvent')}
                </Link>
              ) : null}
            </span>,
          ])}
        />
      </div>
    </Pane>
  )
}

/** Returns the same list as a table for programs. */
export function eventTable(events: Observation['events']) {
  return {
    columns: ['conjunctionId', 'outcome', 'at, UTC'],
    rows: events.map(({ conjunctionId, outcome, at }) => [conjunctionId, outcome, at]),
  }
}
