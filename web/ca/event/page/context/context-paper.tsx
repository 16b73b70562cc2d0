import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../../../ui/text/language.ts'
import { contextQuery } from '../../../plot/drag/context-query.ts'
import { ladderCaption } from '../../../plot/drag/ladder.ts'
import { drawLadder } from '../../../plot/drag/ladder-drawing.tsx'
import { Rungs } from '../../../plot/drag/ladder-plot.tsx'
import { dragWords } from '../../../plot/drag/words.data.ts'
import { Still } from '../../../plot/still.tsx'
import type { Event } from '../view/use-event.ts'
import { ChangesTable } from './changes-table.tsx'
import { ConsistencyPaper } from './consistency.tsx'
import { contextWords } from './context-words.data.ts'
import { DensityHistory } from './drag.tsx'
import { Figures } from './figures.tsx'
import { ObjectsTable } from './objects-table.tsx'

/** The width between the margins of A4, px. */
const WIDTH_PX = 680
const HEIGHT_PX = 260

/** Shows the context in the report: the data that was read when its tab was opened, because a printer does not wait for an answer. */
export function ContextPaper({ event: { conjunction, newest, satellite } }: { readonly event: Event }) {
  const t = useWords(contextWords)
  const d = useWords(dragWords)
  const { data: found } = useQuery({ ...contextQuery(conjunction.conjunctionId), enabled: false })
  if (found === undefined) return null
  const { drag } = found
  const accepted = satellite?.configuration.thresholds.acceptedCollisionProbability
  return (
    <>
      <section>
        <h2>{t('objects')}</h2>
        <ObjectsTable found={found} cdm={newest.cdm} />
        <p>{t('classHow', { count: found.classSample })}</p>
      </section>
      <section>
        <h2>{t('worth')}</h2>
        <Figures found={found} message={newest} />
      </section>
      {drag === null || drag.rungs.length === 0 ? null : (
        <section>
          <h2>{d('title')}</h2>
          <div className="whole">
            <Still
              label={ladderCaption(drag, accepted)}
              heightPx={HEIGHT_PX}
              widthPx={WIDTH_PX}
              draw={(size) => drawLadder({ ladder: drag, accepted }, size).drawing}
            />
          </div>
          <p>{ladderCaption(drag, accepted)}</p>
          <Rungs ladder={drag} accepted={accepted} names={[found.object1.name, found.object2.name]} />
          {found.messages.some(({ decorrelated }) => decorrelated !== null) ? (
            <>
              <h2>{d('history')}</h2>
              <DensityHistory found={found} />
            </>
          ) : null}
        </section>
      )}
      <ConsistencyPaper found={found} />
      <section>
        <h2>{t('changes')}</h2>
        <ChangesTable found={found} />
        <p>{t('changesHow')}</p>
      </section>
    </>
  )
}
