import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QueryPane } from '../../../../shell/page/query-pane.tsx'
import { ReadBy } from '../../../../shell/page/read-by.tsx'
import { Segments } from '../../../../ui/button/segments.tsx'
import { Pane } from '../../../../ui/page/pane.tsx'
import { NotComputed } from '../../../../ui/page/pane-states.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { NeighbourOfEvent } from '../../../neighbour/neighbour-of-event.tsx'
import { contextCall, contextQuery } from '../../../plot/drag/context-query.ts'
import { caseOf, DILUTED, type DilutedObject } from '../../../plot/sensitivity/sensitivity.ts'
import { ScalePlot } from '../../../plot/sensitivity/sensitivity-plots.tsx'
import { EventWhere } from '../../../where/event-where.tsx'
import { reasonWords } from '../summary/verdict-facts.ts'
import type { Event } from '../view/use-event.ts'
import { ChangesTable, changesFile } from './changes-table.tsx'
import { Consistency } from './consistency.tsx'
import styles from './context-tab.module.css'
import { contextWords } from './context-words.data.ts'
import { DragPanes } from './drag.tsx'
import { Figures } from './figures.tsx'
import { ObjectsTable, objectsFile } from './objects-table.tsx'

/** Shows the context of an event: the other object, the quality of both orbits, and the reliability of the figures. */
export function ContextTab({ event }: { readonly event: Event }) {
  const t = useWords(contextWords)
  const { conjunctionId } = event.conjunction
  const query = useQuery(contextQuery(conjunctionId))
  if (query.data === undefined)
    return (
      <QueryPane title={t('objects')} query={query} skeletonRows={16} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  const found = query.data
  const { newest } = event
  const call = contextCall(conjunctionId)
  return (
    <ReadBy answers={[query]}>
      <div className={`grid grow halves panes stack-tablet ${styles.context}`}>
        <Pane
          title={t('objects')}
          note={t('objectsNote', { number: newest.number })}
          className="min-w-0"
          exports={{ call, csv: { name: 'objects', table: () => objectsFile(found, newest.cdm) } }}
        >
          <ObjectsTable found={found} cdm={newest.cdm} />
          <p className="muted fs-13 pad-10">{t('classHow', { count: found.classSample })}</p>
        </Pane>
        <div className={`grid min-w-0 pane-gap ${styles.side}`}>
          <Pane title={t('worth')} exports={{ call }}>
            <Figures found={found} message={newest} />
          </Pane>
          <Dilution event={event} />
        </div>
        <EventWhere
          conjunction={event.conjunction}
          cdmId={event.selected.cdm.cdmId}
          number={event.selected.number}
          tca={event.selected.cdm.conjunctionData.tca}
          className={styles.neighbour}
        />
        <Consistency found={found} className={styles.neighbour} />
        <NeighbourOfEvent conjunction={event.conjunction} className={styles.neighbour} />
        <DragPanes found={found} event={event} />
        <Pane
          title={t('changes')}
          note={t('changesNote')}
          className={styles.changes}
          exports={{ call, csv: { name: 'state-comparison', table: () => changesFile(found) } }}
        >
          <ChangesTable found={found} />
          <p className="muted fs-13 pad-10">{t('changesHow')}</p>
        </Pane>
      </div>
    </ReadBy>
  )
}

/** Shows the probability over the scale of a covariance, and so the effect of a more accurate orbit. */
function Dilution({ event }: { readonly event: Event }) {
  const t = useWords(contextWords)
  const [of, setOf] = useState<DilutedObject>('both')
  const { newest, satellite } = event
  const plane = caseOf(newest)
  if (plane === undefined)
    return (
      <Pane title={t('dilution')} exports={false}>
        <NotComputed>{reasonWords(newest.cdm.assessment.reason)}</NotComputed>
      </Pane>
    )
  return (
    <ScalePlot
      message={newest}
      plane={plane}
      of={of}
      threshold={satellite?.configuration.thresholds.acceptedCollisionProbability}
      actions={
        <Segments
          label={t('dilution')}
          value={of}
          options={DILUTED.map((value) => ({ value, label: t(value) }))}
          onChange={setOf}
        />
      }
      className="min-w-0"
    />
  )
}
