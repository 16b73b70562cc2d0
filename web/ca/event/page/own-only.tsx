import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Cdm } from '@apsis/contract/ca/message/cdm.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ObjectNumber } from '../../../encounter/object-number.tsx'
import { PageHead } from '../../../shell/page/page-head.tsx'
import { partOf } from '../../../ui/page/part.tsx'
import { meaningOf } from '../../../ui/status/status-meaning.ts'
import { useWords } from '../../../ui/text/language.ts'
import { AnnouncedBanners } from '../../announced/announced.tsx'
import { SilentBanners } from '../../announced/silent-banners.tsx'
import { NeighbourOfEvent } from '../../neighbour/neighbour-of-event.tsx'
import { conjunctionWords } from '../conjunction-words.data.ts'
import { estimateWords } from '../estimates-words.data.ts'
import { isDecided, rowOf } from '../event-row.ts'
import { LevelCauses } from '../level-causes.tsx'
import { decisionQuery, satellitesQuery } from '../queries.ts'
import type { AskedStep } from './decision/decide.ts'
import { Decided } from './decision/decided.tsx'
import { DecisionDialog } from './decision/decision-dialog.tsx'
import { RecordDialog } from './decision/record.tsx'
import { Contradiction } from './estimates/contradiction.tsx'
import styles from './estimates/estimates-tab.module.css'
import { EstimatesTab, thresholdOf } from './estimates/estimates-tab.tsx'
import { RecordSteps } from './record-steps.tsx'
import { ArchiveDialog } from './report/archive-dialog.tsx'
import { archiveWords } from './report/archive-words.data.ts'
import { SourcesPane } from './sources/sources-pane.tsx'
import { WhatHolds } from './what-holds.tsx'

type Props = { readonly conjunction: Conjunction; readonly names: React.ComponentProps<typeof PageHead>['names'] }

const NO_MESSAGES: readonly Cdm[] = []
const objectWhere = partOf(async () => (await import('../../where/object-where.tsx')).ObjectWhere)

/** Shows an event without a message of any provider: the decision is based only on screenings of our own orbit, or on a report. */
export function OwnOnly({ conjunction, names = {} }: Props) {
  const t = useWords(conjunctionWords)
  const say = useWords(estimateWords)
  const keep = useWords(archiveWords)
  const [asked, setAsked] = useState<AskedStep | 'record' | 'archive'>()
  const { data: satellites } = useQuery(satellitesQuery())
  const { data: decision } = useQuery(decisionQuery(conjunction.conjunctionId))
  const satellite = satellites?.find(({ satelliteId }) => satelliteId === conjunction.satelliteId)
  const archive = () => setAsked('archive')
  const event = { conjunction, decision, messages: [], selected: undefined }
  return (
    <>
      <PageHead
        names={names}
        number={<ObjectNumber number={conjunction.object2.designator} />}
        main={
          <RecordSteps
            conjunction={conjunction}
            onAsk={setAsked}
            more={[{ title: keep('part'), entries: [{ id: 'archive', label: keep('open'), onAction: archive }] }]}
          />
        }
      />
      <div className="stack grow min-h-0 scroll pane-gap">
        <Contradiction conjunction={conjunction} />
        <AnnouncedBanners conjunction={conjunction} />
        <SilentBanners conjunction={conjunction} />
        <WhatHolds
          conjunction={conjunction}
          title={t('verdict')}
          note={say(conjunction.levelFrom === 'REPORTED' ? 'reportedVerdict' : 'ownVerdict')}
        >
          <div className={styles.why}>
            <LevelCauses event={conjunction} />
          </div>
          <Decided conjunction={conjunction} decision={decision} onAsk={setAsked} />
        </WhatHolds>
        <SourcesPane conjunction={conjunction} cdms={NO_MESSAGES} className="flex-none" />
        <EstimatesTab conjunction={conjunction} threshold={thresholdOf(satellite)} />
        <objectWhere.Show
          object={setOf(conjunction.object1)}
          satelliteId={conjunction.satelliteId}
          approach={{
            other: setOf(conjunction.object2),
            tca: conjunction.conjunctionData.tca,
            level: meaningOf('risk', conjunction.conjunctionData.riskLevel).level,
            isOpen: !isDecided(rowOf(conjunction)),
          }}
          className="flex-none"
        />
        <NeighbourOfEvent conjunction={conjunction} className="flex-none" />
      </div>
      {asked === 'archive' ? (
        <ArchiveDialog conjunctionId={conjunction.conjunctionId} onClose={() => setAsked(undefined)} />
      ) : asked === 'record' ? (
        <RecordDialog decision={decision} messages={[]} onClose={() => setAsked(undefined)} />
      ) : asked ? (
        <DecisionDialog key={asked} event={event} step={asked} onClose={() => setAsked(undefined)} />
      ) : null}
    </>
  )
}

/** Returns an object by its catalogue number; a screening does not state which of its element sets it used. */
const setOf = ({ designator, name }: Conjunction['object1']) => ({ designator, name, epoch: null })
