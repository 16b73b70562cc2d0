import { HOUR_MS } from '@apsis/astro/constants.ts'
import { compareEphemeris, type EphemerisDifference, type EphemerisFile } from '@apsis/contract/ca/ephemeris.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { failureInWords } from '../../api/problem-in-words.ts'
import { apiWords } from '../../api/words.data.ts'
import { formatInstant } from '../../clock/format.ts'
import { Select } from '../../ui/field/select.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Failure, NotComputed, Skeleton } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { ephemeridesQuery } from '../fleet/ephemerides-query.ts'
import { DifferencePlot, metres } from './difference-plot.tsx'
import { differenceQuery } from './file-query.ts'
import styles from './oems.module.css'
import { oemWords } from './words.data.ts'

/** How far a file is from an earlier one of its satellite, over the time that both cover. */
export function Difference({ file }: { readonly file: EphemerisFile }) {
  const t = useWords(oemWords)
  const files = useQuery(ephemeridesQuery())
  const [chosen, setChosen] = useState<string>()
  if (files.data === undefined) return <Skeleton rows={6} />
  const earlier = earlierOf(file, files.data)
  const reference = earlier.find(({ oemFileId }) => oemFileId === chosen) ?? earlier[0]
  if (reference === undefined) return <NotComputed>{t('differenceNone')}</NotComputed>
  return (
    <>
      {earlier.length > 1 ? (
        <div className={styles.chooser}>
          <Select
            label={t('differenceTo')}
            value={reference.oemFileId}
            onChange={setChosen}
            options={earlier.map(({ oemFileId, name, version }) => ({
              value: oemFileId,
              label: t('differenceFile', { name, version }),
            }))}
          />
        </div>
      ) : null}
      <Compared file={file} reference={reference} />
    </>
  )
}

/** Earlier files of the satellite that can be used at a time at which this one can, the newest first. */
export function earlierOf(file: EphemerisFile, all: readonly EphemerisFile[]): readonly EphemerisFile[] {
  const { satelliteId, version, usableStartTime: from, usableStopTime: to } = file
  if (from === null || to === null) return []
  return all
    .filter((one) => one.satelliteId === satelliteId && one.version < version && one.state !== 'INVALID')
    .filter(({ usableStartTime: start, usableStopTime: stop }) => start !== null && stop !== null)
    .filter(({ usableStartTime: start, usableStopTime: stop }) => (start ?? '') < to && (stop ?? '') > from)
    .toSorted((a, b) => b.version - a.version)
}

type Pair = { readonly file: EphemerisFile; readonly reference: EphemerisFile }

function Compared({ file, reference }: Pair) {
  const t = useWords(oemWords)
  const api = useWords(apiWords)
  const query = useQuery(differenceQuery(file.oemFileId, reference.oemFileId))
  const { data, error } = query
  if (error)
    return (
      <Failure
        what={t('differenceFailed')}
        problem={failureInWords(error)}
        still={api('restHolds')}
        onRetry={() => void query.refetch()}
      />
    )
  if (data === undefined) return <Skeleton rows={6} />
  return (
    <>
      <p className={styles.said}>{differenceSentence(data, reference)}</p>
      <DifferencePlot
        difference={data}
        caption={differenceSentence(data, reference)}
        provenance={t('differenceProvenance', { name: file.name, reference: reference.name })}
        call={{
          method: 'GET',
          path: compareEphemeris.path.replace('{oem-id}', file.oemFileId),
          query: { 'reference-oem-id': reference.oemFileId },
        }}
      />
    </>
  )
}

/** The largest difference, when it is, along which axes, and how far apart they are as a rule. */
export function differenceSentence({ largest, rmsM, from, to }: EphemerisDifference, { name }: EphemerisFile): string {
  const { time, r, t, n, total } = largest
  return oemWords('differenceSentence', {
    name,
    total: metres(total),
    time: formatInstant(Date.parse(time)),
    r: metres(r),
    t: metres(t),
    n: metres(n),
    rms: metres(rmsM),
    hours: formatNumber((Date.parse(to) - Date.parse(from)) / HOUR_MS, { decimals: 1 }),
  })
}
