import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { formatAge, formatInstant } from '../../clock/format.ts'
import { useShownMs } from '../../clock/shown-time.ts'
import { epochMsOf, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { levelMeaning } from '../../ui/status/status-meaning.ts'
import type { PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { pairOf } from '../event/event-row.ts'
import { burnLines, sizeText } from './drawn-burns.ts'
import { objectsAt } from './flat-view.tsx'
import { markedEvents, objectPlace, placeText, type Space } from './use-space.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly space: Space
  readonly catalogue: SpaceCatalogue
  readonly picked: number | undefined
}
type Row = Readonly<Record<'id' | 'kind' | 'name' | 'time' | 'place' | 'level' | 'source' | 'age', string>>

/** Lists what the map and the globe mark, for paper: own and picked objects at the shown time, events at their TCA, burns at their ignition, and stations. */
export function PrintedPlaces({ space, catalogue, picked }: Props) {
  const say = useWords(spaceWords)
  const atMs = useShownMs(60_000)
  const { own, stations, nowMs } = space
  const { columns, paths, kind } = catalogue
  const objects = objectsAt({ space, catalogue, picked }, atMs).map((one): Row => {
    const k = Number(one.id.split(' ')[1])
    const path = paths.get(columns.noradId[k] ?? Number.NaN)
    const onPath = path?.stateAt(atMs) ? path : undefined
    const isOwn = own.some((other) => other.k === k)
    return {
      id: one.id,
      kind: isOwn ? say('own') : say(OBJECT_KINDS[kind[k] ?? -1] ?? 'unknown'),
      name: one.name,
      time: formatInstant(atMs),
      place: `${placeText(one)}, ${formatNumber(one.heightKm, { decimals: 0 })} km`,
      level: '',
      source: onPath ? onPath.name : `${say('elementSet')}, ${columns.sources[columns.source[k] ?? -1] ?? '–'}`,
      age: formatAge(Math.abs(atMs - (onPath ? onPath.madeMs : epochMsOf(catalogue, k)))),
    }
  })
  const events = markedEvents(space).map((row): Row => {
    const model = own.find(({ satelliteId }) => satelliteId === row.event.satelliteId)?.model
    const place = model && objectPlace(model, row.tcaMs)
    return {
      id: row.id,
      kind: say('tcaMark'),
      name: pairOf(row),
      time: formatInstant(row.tcaMs),
      place: place ? `${placeText(place)}, ${formatNumber(place.heightKm, { decimals: 0 })} km` : '–',
      level: levelMeaning(row).word,
      // The time and the level are the message's; the place is where the own satellite is expected then.
      source: place
        ? say('messagePlace', { by: model?.path?.stateAt(row.tcaMs) ? model.path.name : say('elementSet') })
        : say('message'),
      age: formatAge(Math.max(0, nowMs - row.newestMs)),
    }
  })
  const burns = space.burns.map((burn): Row => {
    const place = objectPlace(burn.model, burn.atMs)
    return {
      id: burn.id,
      kind: say('burn'),
      name: `${burnLines(burn, say)[0]}, ${sizeText(burn, say)}`,
      time: formatInstant(burn.atMs),
      place: place ? `${placeText(place)}, ${formatNumber(place.heightKm, { decimals: 0 })} km` : '–',
      level: '',
      source: burn.planName,
      age: '',
    }
  })
  const places = stations.map(
    (station): Row => ({
      id: station.stationId,
      kind: say('station'),
      name: station.name,
      time: '',
      place: placeText(station),
      level: '',
      source: say('configured'),
      age: '',
    }),
  )
  const columnOf = (id: keyof Omit<Row, 'id'>, title: string): PlainColumn<Row> => ({
    id,
    title,
    isRowHead: id === 'name',
    value: (row) => row[id],
    cell: (row) => row[id],
  })
  return (
    <Pane title={say('printedPlaces')} exports={false}>
      <PlainTable
        label={say('printedPlaces')}
        columns={[
          columnOf('kind', say('kind')),
          columnOf('name', say('name')),
          columnOf('time', say('instant')),
          columnOf('place', say('place')),
          columnOf('level', say('level')),
          columnOf('source', say('source')),
          columnOf('age', say('age')),
        ]}
        rows={[...objects, ...[...events, ...burns].toSorted((a, b) => a.time.localeCompare(b.time)), ...places]}
        idOf={({ id }) => id}
      />
    </Pane>
  )
}
