import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { overText, WhereDrawing } from '../../space/where/where-pane.tsx'
import { useSize } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { stationsQuery } from '../contact/contacts-query.ts'
import { messageTextQuery } from '../message/message.ts'
import { pictureOf } from '../where/event-where.tsx'
import { overviewWords } from './words.data.ts'

/** If the height is 0, only the place is shown, as text. */
type Props = { readonly event: Conjunction; readonly heightPx: number; readonly unitPx: number }

/** The map is drawn in units of the wall, so that its lines are seen from a distance: a pixel of the map is this many units. */
const PIXEL_U = 2

/** Shows the place of the next decision's event in the size of the wall, and the map if there is room for it below the lists. */
export function WallWhere({ event, heightPx, unitPx }: Props) {
  const t = useWords(overviewWords)
  const text = useQuery({ ...messageTextQuery(event.activeCdmId ?? ''), enabled: event.activeCdmId !== null })
  const stations = useQuery(stationsQuery)
  const [measure, { width }] = useSize<HTMLDivElement>()
  const picture = useMemo(
    () =>
      text.data === undefined
        ? undefined
        : pictureOf(event, text.data, { tca: event.conjunctionData.tca, stations: stations.data ?? [] }),
    [event, text.data, stations.data],
  )
  if (picture === undefined) return null
  const { content, focus } = picture
  const pixel = PIXEL_U * unitPx
  const size = { width: width / pixel, height: heightPx / pixel }
  return (
    <section>
      <h3 className="wrap-text">{t('wallWhere', { place: overText(focus) })}</h3>
      <div ref={measure}>
        {width > 0 && heightPx > 0 ? (
          <svg
            width={width}
            height={heightPx}
            viewBox={`0 0 ${size.width} ${size.height}`}
            className="block"
            aria-hidden="true"
          >
            <WhereDrawing size={size} content={content} focus={focus} extent="detail" hasLabels={false} />
          </svg>
        ) : null}
      </div>
    </section>
  )
}
