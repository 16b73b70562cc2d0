import { SECONDS_PER_HOUR } from '@apsis/astro/constants.ts'
import { missing } from '@apsis/astro/missing.ts'
import type { DragMap } from '@apsis/contract/ca/plan/drag-map.ts'
import { previewDragMap } from '@apsis/contract/ca/plan/manoeuvre.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { Segments } from '../../../ui/button/segments.tsx'
import { readNumber, typedNumber } from '../../../ui/format/number.ts'
import { Pane } from '../../../ui/page/pane.tsx'
import { Banner, Skeleton } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import type { NumberedMessage } from '../../event/messages.ts'
import { DragMapPlot, MAPPED, type MapCell, type MapGoal } from '../../plot/manoeuvre/drag-map-plot.tsx'
import { dragMapWords } from '../../plot/manoeuvre/drag-map-words.data.ts'
import { planProblemInWords } from '../refusal-in-words.ts'
import type { DesignSearch } from './design-address.ts'
import { useDesignerState, useSearchPart } from './designer-state.tsx'

/** The selectable numbers of hours; by default the attitude is kept until TCA. */
const HOLDS_H = ['3', '6', '12', '24', '48'] as const
/** The map is stale after this time, because the earliest time for a command gets later. */
const STALE_MS = 60_000

type DragMapQuestion = Pick<DragMap, 'conjunctionId' | 'dynamics'> & { readonly holdS: number | undefined }

const bodyOf = ({ conjunctionId, dynamics, holdS }: DragMapQuestion) => ({
  'conjunction-id': conjunctionId,
  dynamics,
  ...(holdS === undefined ? {} : { holdS }),
})

/** Reads the map of changes of area for a message. */
const dragMapQuery = (asked: DragMapQuestion, cdmId: string) =>
  queryOptions({
    queryKey: ['design', 'drag-map', asked, cdmId],
    queryFn: ({ signal }) => call(previewDragMap, { body: bodyOf(asked) }, signal),
    staleTime: STALE_MS,
    retry: false,
    meta: { silent: 'drag-map' },
  })

type Props = {
  readonly conjunctionId: string
  readonly dynamics: DragMap['dynamics']
  readonly goal: MapGoal
  readonly message: NumberedMessage
  /** The beginning of the change in the form, ms; undefined if the form has no time. */
  readonly startMs: number | undefined
}

/** Draws the map of all changes of area by their start; a chosen cell goes into the form. */
export function DragMapPane({ conjunctionId, dynamics, goal, message, startMs }: Props) {
  const t = useWords(dragMapWords)
  const { ask } = useDesignerState()
  const search = useSearchPart(({ longest, mapped, area }) => ({ longest, mapped, area }))
  const longest = HOLDS_H.find((hours) => hours === search.longest)
  const holdS = longest === undefined ? undefined : Number(longest) * SECONDS_PER_HOUR
  const asked = { conjunctionId, dynamics, holdS }
  const query = useQuery({
    ...dragMapQuery(asked, message.cdm.cdmId),
    placeholderData: (before) => (before?.conjunctionId === conjunctionId ? before : undefined),
  })
  const { data: map, error, isFetching } = query
  const api = { method: previewDragMap.method, path: previewDragMap.path, body: bodyOf(asked) }
  const hold = (
    <Segments
      label={t('longest')}
      value={longest ?? ''}
      onChange={(value) => ask({ longest: value === '' ? undefined : value })}
      options={[
        { value: '', label: t('untilTca') },
        ...HOLDS_H.map((hours) => ({ value: hours, label: t('hours', { hours }) })),
      ]}
    />
  )
  if (map === undefined)
    return (
      <Pane title={t('title')} id="drag-map" busy={isFetching} exports={{ call: api }}>
        {error ? (
          <Banner level="serious">
            {t('failed')}: {planProblemInWords(error).message}
          </Banner>
        ) : (
          <Skeleton rows={10} />
        )}
      </Pane>
    )
  const options = MAPPED.filter((one) => map.others !== null || (one !== 'total' && one !== 'others'))
  const show = options.find((one) => one === search.mapped) ?? 'pc'
  const typed = readNumber(search.area ?? '')
  const take = ({ row, column }: MapCell) => {
    const start = map.starts[column] ?? missing()
    ask({
      start: start.at.slice(0, 19).replace('T', ' '),
      attitude: undefined,
      area: typedNumber(map.heldAreasM2[row] ?? missing()),
      hold: typedNumber(start.holdS / SECONDS_PER_HOUR),
    })
  }
  return (
    <DragMapPlot
      map={map}
      show={show}
      goal={goal}
      chosen={startMs === undefined || !(typed > 0) ? undefined : { areaM2: typed, startMs }}
      provenance={`${message.cdm.originator}, ${message.cdm.messageId}, Apsis ${message.cdm.assessment.version}`}
      busy={isFetching}
      call={api}
      onPick={take}
      actions={
        <>
          {hold}
          <Segments
            label={t('shown')}
            value={show}
            onChange={(value) => ask({ mapped: value === 'pc' ? undefined : value })}
            options={options.map((value) => ({ value, label: t(value) }))}
          />
        </>
      }
    />
  )
}

/** Returns the area against the flow and the hours in the attitude from the form; a value that is not valid is undefined. */
export function heldOf({ area, hold }: DesignSearch): {
  readonly heldAreaM2?: number
  readonly manoeuvreDuration?: { readonly unit: 'SECONDS'; readonly value: number }
} {
  const [areaM2, hours] = [readNumber(area ?? ''), readNumber(hold ?? '')]
  return {
    ...(areaM2 > 0 ? { heldAreaM2: areaM2 } : {}),
    ...(hours > 0 ? { manoeuvreDuration: { unit: 'SECONDS', value: Math.round(hours * SECONDS_PER_HOUR) } } : {}),
  }
}
