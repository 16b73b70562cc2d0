import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { OBJECT_KINDS } from '@apsis/contract/tle/object-kind.ts'
import { useDeferredValue, useMemo, useState } from 'react'
import { PlotLegend } from '../../chart/plot-legend.tsx'
import { Dish } from '../../space/map/marks.tsx'
import { type FilterResult, largestClouds, SHELLS, type SpaceCatalogue } from '../../space/space-catalogue.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Pane } from '../../ui/page/pane.tsx'
import { useMedia } from '../../ui/page/size.ts'
import { useWords } from '../../ui/text/language.ts'
import { type NearAnswer, NearFields } from './near-fleet.tsx'
import styles from './space.module.css'
import type { FilterView, SpaceView } from './space-view.ts'
import { spaceWords } from './words.data.ts'

type Props = {
  readonly catalogue: SpaceCatalogue
  readonly filter: FilterResult
  readonly view: SpaceView
  readonly near: NearAnswer
  /** The fields of a breakup, below the filters. */
  readonly breakup: React.ReactNode
  readonly satellites: readonly Satellite[]
  readonly onFilter: (part: Partial<FilterView>) => void
  readonly onPick: (k: number) => void
}

const EVERYONE = '*'
const EVERYTHING = '*'
const MOST_CLOUDS = 20

/** Shows what is drawn: a search for an object, and the filters with the number of objects that each would leave. */
export function DrawnPane({ catalogue, filter, view, near, satellites, breakup, onFilter, onPick }: Props) {
  const say = useWords(spaceWords)
  const isNarrow = useMedia('(width <= 1100px)')
  const number = (value: number | undefined) => formatNumber(value ?? 0)
  const owners = useMemo(() => catalogue.columns.owners.toSorted(), [catalogue])
  const filters = (
    <>
      <NearFields near={view.near} answer={near} satellites={satellites} onNear={(one) => onFilter({ near: one })} />
      <CheckboxGroup
        label={say('kind')}
        options={OBJECT_KINDS.map((kind, place) => ({
          value: kind,
          label: say('countOf', { name: say(kind), count: number(filter.byKind[place]) }),
        }))}
        value={view.kinds}
        onChange={(chosen) => onFilter({ kinds: OBJECT_KINDS.filter((kind) => chosen.includes(kind)) })}
      />
      <CheckboxGroup
        label={say('shell')}
        options={SHELLS.map(({ id }, place) => ({
          value: id,
          label: say('countOf', { name: say(`shell-${id}`), count: number(filter.byShell[place]) }),
        }))}
        value={view.shells}
        onChange={(chosen) => onFilter({ shells: SHELLS.map(({ id }) => id).filter((id) => chosen.includes(id)) })}
      />
      {owners.length > 0 ? (
        <Select
          label={say('owner')}
          options={[
            { value: EVERYONE, label: say('everyOwner', { count: owners.length }) },
            ...owners.map((owner) => ({ value: owner, label: owner })),
            { value: '-', label: say('noOwner') },
          ]}
          value={view.owner ?? EVERYONE}
          onChange={(owner) => onFilter({ owner: owner === EVERYONE ? undefined : owner })}
        />
      ) : null}
      <CloudField catalogue={catalogue} cloud={view.cloud} onCloud={(cloud) => onFilter({ cloud })} />
    </>
  )
  return (
    <Pane
      title={say('drawn')}
      note={say('drawnOf', { drawn: number(filter.drawn), all: number(catalogue.size) })}
      exports={false}
      className={`clip-y no-print no-paper ${styles.side}`}
    >
      <div className="stack gap-16 pad-body">
        <Find catalogue={catalogue} onPick={onPick} />
        {isNarrow ? (
          <details>
            <summary className="fs-13 min-h-28 pointer">{say('filters')}</summary>
            <div className="stack gap-16 mt-8">{filters}</div>
          </details>
        ) : (
          filters
        )}
        {breakup}
        <SpaceLegend />
      </div>
    </Pane>
  )
}

type CloudProps = {
  readonly catalogue: SpaceCatalogue
  readonly cloud: string | undefined
  readonly onCloud: (cloud: string | undefined) => void
}

/** Chooses the launch whose debris alone is drawn, of those with the most of it. */
function CloudField({ catalogue, cloud, onCloud }: CloudProps) {
  const say = useWords(spaceWords)
  const clouds = useMemo(() => largestClouds(catalogue, MOST_CLOUDS), [catalogue])
  const isListed = cloud === undefined || clouds.some(({ launch }) => launch === cloud)
  if (clouds.length === 0 && isListed) return <p className="muted fs-12">{say('noClouds')}</p>
  return (
    <Select
      label={say('cloud')}
      options={[
        { value: EVERYTHING, label: say('noCloud') },
        ...clouds.map(({ launch, name, pieces }) => ({
          value: launch,
          label: [name, launch, formatNumber(pieces)].filter(Boolean).join(', '),
        })),
        ...(isListed ? [] : [{ value: cloud, label: cloud }]),
      ]}
      value={cloud ?? EVERYTHING}
      onChange={(launch) => onCloud(launch === EVERYTHING ? undefined : launch)}
    />
  )
}

const MOST_FOUND = 8
const LEAST_LETTERS = 2
const MOST_LETTERS = 40

const wantedIn = (text: string) => text.trim().toUpperCase().slice(0, MOST_LETTERS)

/** Finds an object of the catalogue by its name or number, and picks it. */
function Find({ catalogue, onPick }: Pick<Props, 'catalogue' | 'onPick'>) {
  const say = useWords(spaceWords)
  const [text, setText] = useState('')
  const wanted = useDeferredValue(wantedIn(text))
  const found = useMemo(() => foundIn(catalogue, wanted), [catalogue, wanted])
  const pick = (k: number) => {
    setText('')
    onPick(k)
  }
  return (
    <div className="stack gap-4">
      <TextField
        label={say('find')}
        type="search"
        value={text}
        maxLength={MOST_LETTERS}
        onChange={setText}
        onKeyDown={(event) => {
          // The list may still be that of fewer letters: the whole text decides which object is picked.
          const [first] = event.key === 'Enter' ? foundIn(catalogue, wantedIn(event.currentTarget.value)) : []
          if (first !== undefined) pick(first)
          if (event.key === 'Escape') setText('')
        }}
      />
      {wanted.length >= LEAST_LETTERS ? (
        found.length > 0 ? (
          <PlaceList catalogue={catalogue} places={found} onPick={pick} />
        ) : (
          <p className="muted fs-12" role="status">
            {say('nothingFound')}
          </p>
        )
      ) : null}
    </div>
  )
}

type ListProps = Pick<Props, 'catalogue' | 'onPick'> & { readonly places: readonly number[] }

/** Lists objects, of which one can be picked. */
export function PlaceList({ catalogue: { columns }, places, onPick }: ListProps) {
  return (
    <ul className={`scroll ${styles.several}`}>
      {places.map((k) => (
        <li key={k}>
          <Button look="quiet" className="w-full min-h-28 left" onClick={() => onPick(k)}>
            {columns.name[k]} <span className="mono muted fs-12">{columns.noradId[k]}</span>
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** Returns the objects whose number or name begins with a text, then those whose name contains it. */
function foundIn({ columns }: Pick<SpaceCatalogue, 'columns'>, wanted: string): readonly number[] {
  if (wanted.length < LEAST_LETTERS) return []
  const [begin, within]: [number[], number[]] = [[], []]
  for (const [k, name] of columns.name.entries()) {
    if (begin.length === MOST_FOUND) break
    const upper = name.toUpperCase()
    if (String(columns.noradId[k]).startsWith(wanted) || upper.startsWith(wanted)) begin.push(k)
    else if (within.length < MOST_FOUND && upper.includes(wanted)) within.push(k)
  }
  return [...begin, ...within].slice(0, MOST_FOUND)
}

const line = (className: string) => <path d="M0 6H16" className={`fill-none ${className}`} />

const commanding = (
  <g transform="translate(8 6)">
    <Dish canCommand />
  </g>
)

/** Shows the meaning of the lines of map and globe. */
function SpaceLegend() {
  const say = useWords(spaceWords)
  return (
    <section aria-label={say('lines')}>
      <h3 className="fs-13 medium">{say('lines')}</h3>
      <PlotLegend
        items={[
          { mark: line('stroke-series-1 stroke-w-2'), text: say('line-orbit') },
          { mark: line('stroke-series-1 stroke-w-2 dash-1-3'), text: say('line-shadow') },
          { mark: line('stroke-ink stroke-w-1-4'), text: say('line-cone') },
          { mark: line('stroke-series-2 stroke-w-2 dash-5-3'), text: say('line-event') },
          { mark: line('stroke-accent dash-2-3'), text: say('line-candidate') },
          { mark: line('stroke-accent stroke-w-1-2'), text: say('line-sight') },
          { mark: commanding, text: say('mark-command') },
        ]}
      />
    </section>
  )
}
