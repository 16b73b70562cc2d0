import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useQuery } from '@tanstack/react-query'
import { QueryPane } from '../../../shell/page/query-pane.tsx'
import { Pane } from '../../../ui/page/pane.tsx'
import { NotComputed } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { contextCall, contextQuery } from '../../plot/drag/context-query.ts'
import { ladderTable } from '../../plot/drag/ladder.ts'
import { LadderPlot, Rungs } from '../../plot/drag/ladder-plot.tsx'
import { dragWords } from '../../plot/drag/words.data.ts'

type Props = { readonly conjunctionId: string; readonly satellite: Satellite; readonly message: NumberedMessage }

/** Shows the effect of a different air density on the event of the plan, without a burn: drag may make a burn unnecessary. */
export function DragOfEvent({ conjunctionId, satellite, message: { cdm } }: Props) {
  const t = useWords(dragWords)
  const query = useQuery(contextQuery(conjunctionId))
  const call = contextCall(conjunctionId)
  const { data: found } = query
  if (found === undefined)
    return (
      <QueryPane title={t('title')} query={query} skeletonRows={8} failed={t('failed')}>
        {() => null}
      </QueryPane>
    )
  const { drag } = found
  const accepted = satellite.configuration.thresholds.acceptedCollisionProbability
  if (drag === null || drag.rungs.length === 0)
    return (
      <Pane title={t('title')} exports={{ call }}>
        <NotComputed>{t('none')}</NotComputed>
      </Pane>
    )
  return (
    <>
      <LadderPlot
        ladder={drag}
        accepted={accepted}
        provenance={`${cdm.originator}, ${cdm.messageId}, Apsis ${cdm.assessment.version}`}
        call={call}
      />
      <Pane title={t('rungs')} exports={{ call, csv: { name: 'ladder-of-drag', table: () => ladderTable(drag) } }}>
        <Rungs ladder={drag} accepted={accepted} names={[found.object1.name, found.object2.name]} />
      </Pane>
    </>
  )
}
