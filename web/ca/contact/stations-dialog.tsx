import {
  createGroundStation,
  type GroundStation,
  listGroundStations,
  removeGroundStation,
  updateGroundStation,
} from '@apsis/contract/ca/contact/ground-station.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { EntryForm } from '../../form/entry-form.tsx'
import entry from '../../form/form.module.css'
import { useForm } from '../../form/use-form.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner, Empty } from '../../ui/page/pane-states.tsx'
import { fileOf, type PlainColumn } from '../../ui/table/column.ts'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { useWords } from '../../ui/text/language.ts'
import { contactWords } from './contact-words.data.ts'
import styles from './contacts.module.css'
import { CONTACTS_KEY, stationsQuery } from './contacts-query.ts'
import { LinkSelect } from './link-select.tsx'
import { formOfStation, STATION_RULES } from './station-form.ts'

type Props = { readonly satellite: Satellite; readonly onClose: () => void }
/** The station that is being edited; undefined for a new one. */
type Open = { readonly station: GroundStation | undefined }

/** Shows the dialog for the ground stations of the organisation: a table, and a form for one station. */
export function StationsDialog({ satellite, onClose }: Props) {
  const t = useWords(contactWords)
  const query = useQuery(stationsQuery)
  const [open, setOpen] = useState<Open>()
  const remove = useMutation({
    meta: { silent: 'remove-station', writes: [CONTACTS_KEY] },
    mutationFn: (stationId: string) => call(removeGroundStation, { params: { 'station-id': stationId } }),
  })
  return (
    <Dialog isOpen isWide title={t('stations')} onClose={onClose} close={t('close')}>
      <QueryPane
        title={t('stations')}
        query={query}
        skeletonRows={4}
        failed={t('stationsFailed')}
        actions={
          <Button look="quiet" onClick={() => setOpen({ station: undefined })}>
            {t('addStation')}
          </Button>
        }
        exports={{
          csv: { name: 'ground-stations', table: () => fileOf(stationColumns(t), query.data ?? []) },
          call: { method: listGroundStations.method, path: listGroundStations.path },
        }}
      >
        {(stations) =>
          stations.length === 0 ? (
            <Empty title={t('noStations')}>{t('noStationsText')}</Empty>
          ) : (
            <Rows
              stations={stations}
              satellite={satellite}
              onEdit={(station) => setOpen({ station })}
              onRemove={remove.mutate}
            />
          )
        }
      </QueryPane>
      {remove.error ? <Banner level="caution">{problemInWords(remove.error).message}</Banner> : null}
      {open === undefined ? null : (
        <Station
          key={open.station?.stationId ?? 'new'}
          station={open.station}
          satellite={satellite}
          onDone={() => setOpen(undefined)}
        />
      )}
    </Dialog>
  )
}

type RowsProps = {
  readonly stations: readonly GroundStation[]
  readonly satellite: Satellite
  readonly onEdit: (station: GroundStation) => void
  readonly onRemove: (id: string) => void
}

function Rows({ stations, satellite, onEdit, onRemove }: RowsProps) {
  const t = useWords(contactWords)
  return (
    <div className={`scroll ${styles.rows}`}>
      <PlainTable
        label={t('stations')}
        rows={stations}
        columns={[
          ...stationColumns(t),
          { id: 'serves', title: t('serves'), cell: (one) => servesText(one, satellite) },
          {
            id: 'edit',
            title: t('edit'),
            isTitleHidden: true,
            isUnbroken: true,
            cell: (one) => (
              <>
                <Button look="quiet" onClick={() => onEdit(one)}>
                  {t('edit')}
                  <span className="visually-hidden"> {one.name}</span>
                </Button>
                <Button look="quiet" onClick={() => onRemove(one.stationId)}>
                  {t('remove')}
                  <span className="visually-hidden"> {one.name}</span>
                </Button>
              </>
            ),
          },
        ]}
        idOf={({ stationId }) => stationId}
        phone="cards"
        isSmall
      />
    </div>
  )
}

/** Returns the columns of a station on the screen and in a file. */
function stationColumns(t: typeof contactWords): readonly PlainColumn<GroundStation>[] {
  const angle = (id: string, title: string, name: 'latitude' | 'longitude' | 'minimumElevation') =>
    ({
      id,
      title,
      align: 'end',
      className: 'mono',
      value: name,
      cell: (one) => `${formatNumber(one[name], { decimals: 2 })}°`,
    }) satisfies PlainColumn<GroundStation>
  return [
    { id: 'name', title: t('name'), isRowHead: true, value: 'name' },
    angle('latitude_deg', t('latitude'), 'latitude'),
    angle('longitude_deg', t('longitude'), 'longitude'),
    { id: 'altitude_m', value: 'altitude' },
    angle('minimum_elevation_deg', t('elevation'), 'minimumElevation'),
    {
      id: 'can_command',
      title: t('commands'),
      value: 'canCommand',
      cell: ({ canCommand }) => t(canCommand ? 'yes' : 'no'),
    },
  ]
}

function servesText({ satelliteIds }: GroundStation, { satelliteId, name }: Satellite): string {
  if (satelliteIds.length === 0) return contactWords('all')
  const isThis = satelliteIds.length === 1 && satelliteIds[0] === satelliteId
  return isThis ? contactWords('thisOne', { name }) : contactWords('satellites', { count: satelliteIds.length })
}

type StationProps = Open & { readonly satellite: Satellite; readonly onDone: () => void }

function Station({ station, satellite, onDone }: StationProps) {
  const t = useWords(contactWords)
  const form = useForm({
    initial: () => formOfStation(station),
    rules: STATION_RULES,
    save: (body) =>
      station === undefined
        ? call(createGroundStation, { body })
        : call(updateGroundStation, { params: { 'station-id': station.stationId }, body }),
    writes: [CONTACTS_KEY],
    onSaved: onDone,
  })
  const { field } = form
  return (
    <EntryForm
      form={form}
      label={t(station === undefined ? 'addStation' : 'edit')}
      confirm={t(station === undefined ? 'addStation' : 'saveStation')}
      cancel={{ label: t('cancel'), onCancel: onDone }}
    >
      <TextField label={t('name')} maxLength={60} autoFocus {...field('name')} />
      <TextField label={t('latitude')} unit="°" {...field('latitude')} />
      <TextField label={t('longitude')} unit="°" {...field('longitude')} />
      <TextField label={t('altitude')} unit="m" {...field('altitude')} />
      <TextField label={t('elevation')} unit="°" {...field('minimumElevation')} />
      <LinkSelect {...field('canCommand')} />
      <Serves satellite={satellite} {...field('satelliteIds')} />
      <div className={entry.wide}>
        <TextField label={t('horizon')} help={t('horizonHelp')} {...field('horizon')} />
      </div>
    </EntryForm>
  )
}

type ServesProps = {
  readonly value: readonly string[]
  readonly satellite: Satellite
  readonly onChange: (satelliteIds: string[]) => void
}

/** Shows the choice of satellites for a station: all, this one, or the several that were set through the API. */
function Serves({ value: satelliteIds, satellite: { satelliteId, name }, onChange }: ServesProps) {
  const t = useWords(contactWords)
  const [named] = useState(satelliteIds)
  const isOther = named.length > 0 && !(named.length === 1 && named[0] === satelliteId)
  const options = [
    { value: 'all', label: t('all'), ids: [] },
    { value: 'this', label: t('thisOne', { name }), ids: [satelliteId] },
    ...(isOther ? [{ value: 'named', label: t('satellites', { count: named.length }), ids: named }] : []),
  ]
  const chosen = options.find(({ ids }) => ids.join() === satelliteIds.join())?.value ?? 'named'
  return (
    <Select
      label={t('serves')}
      options={options}
      value={chosen}
      onChange={(value) => onChange([...(options.find((one) => one.value === value)?.ids ?? [])])}
    />
  )
}
