import { getEphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callFile } from '../../../../api/call.ts'
import { answerOf } from '../../../../api/queries.ts'
import { Button } from '../../../../ui/button/button.tsx'
import { Select } from '../../../../ui/field/select.tsx'
import { TextField } from '../../../../ui/field/text-field.tsx'
import { formatNumber, readNumber, typedNumber } from '../../../../ui/format/number.ts'
import { formatProbabilityChange } from '../../../../ui/format/probability.ts'
import { formatMiss } from '../../../../ui/format/quantity.ts'
import { Pane } from '../../../../ui/page/pane.tsx'
import { useWords } from '../../../../ui/text/language.ts'
import { Probability } from '../../../../ui/value/quantity.tsx'
import { methodName } from '../../../plot/method.ts'
import { caseOf, scaledProbability, sharesOf } from '../../../plot/sensitivity/sensitivity.ts'
import { conjunctionWords } from '../../conjunction-words.data.ts'
import { evidenceWords } from '../../evidence-words.data.ts'
import { reasonWords } from '../summary/verdict-facts.ts'
import type { Event } from '../view/use-event.ts'
import { RADIUS_LIMITS, SCALE_LIMITS, type WhatIf } from '../view/view.ts'
import type { WhatIfResult } from './what-if.ts'
import styles from './what-if-pane.module.css'

type Props = { readonly event: Event; readonly className?: string | undefined }

/**
 * Computes a probability with another radius or other covariances: a third number besides the reported and the recomputed one (ux.md S17).
 */
export function WhatIfPane({ event, className }: Props) {
  const e = useWords(evidenceWords)
  const { selected, view, change, conjunction } = event
  const { whatIf } = view
  const radiusM = selected.cdm.assessment.hardBodyRadius ?? undefined
  const isTried = Object.values(whatIf).some((value) => value !== undefined)
  const set = (part: Partial<WhatIf>) => change({ whatIf: { ...whatIf, ...part } })
  return (
    <Pane title={e('whatIf')} note={e('whatIfNote')} className={className}>
      <div className={`grid gap-4-16 pad-end items-end halves ${styles.fields}`}>
        <Tried
          label={e('radius')}
          unit="m"
          value={whatIf.radiusM ?? radiusM}
          limits={RADIUS_LIMITS}
          onChange={(value) => set({ radiusM: tried(value, radiusM) })}
        />
        {event.ephemerides.length > 0 ? (
          <Select
            label={e('ownState', { name: conjunction.object1.name })}
            value={event.ephemerides.find(({ oemFileId }) => oemFileId === whatIf.own)?.oemFileId ?? ''}
            options={[
              { value: '', label: e('ownMessage') },
              ...event.ephemerides.map(({ oemFileId, name }) => ({ value: oemFileId, label: name })),
            ]}
            onChange={(own) => set({ own: own === '' ? undefined : own })}
          />
        ) : null}
        <Tried
          label={e('scaleOf', { name: conjunction.object1.name })}
          unit={e('factorUnit')}
          value={whatIf.scale1 ?? 1}
          limits={SCALE_LIMITS}
          onChange={(value) => set({ scale1: tried(value, 1) })}
        />
        <Tried
          label={e('scaleOf', { name: conjunction.object2.name })}
          unit={e('factorUnit')}
          value={whatIf.scale2 ?? 1}
          limits={SCALE_LIMITS}
          onChange={(value) => set({ scale2: tried(value, 1) })}
        />
      </div>
      <Result event={event} isTried={isTried} />
      {isTried ? (
        <p className="pad-end">
          <Button onClick={() => set({ radiusM: undefined, scale1: undefined, scale2: undefined, own: undefined })}>
            {e('asMessage')}
          </Button>
        </p>
      ) : null}
      <Drivers event={event} />
    </Pane>
  )
}

type TriedProps = {
  readonly label: string
  readonly unit: string
  readonly value: number | undefined
  readonly limits: { readonly least: number; readonly most: number }
  readonly onChange: (value: number) => void
}

/** Shows a field for a number that applies when the user leaves or confirms it; a number outside its limits is reported, and not used. */
function Tried({ label, unit, value, limits, onChange }: TriedProps) {
  const e = useWords(evidenceWords)
  const [draft, setDraft] = useState<string>()
  const shown = draft ?? (value === undefined ? '' : typedNumber(value, FIELD_DECIMALS))
  const number = readNumber(shown)
  const isWrong = !(number >= limits.least && number <= limits.most)
  const commit = () => {
    if (draft === undefined || isWrong) return
    setDraft(undefined)
    onChange(number)
  }
  return (
    <TextField
      label={label}
      unit={unit}
      inputMode="decimal"
      value={shown}
      onChange={setDraft}
      onBlur={commit}
      onKeyDown={({ key }) => (key === 'Enter' ? commit() : undefined)}
      error={draft !== undefined && isWrong ? e('between', limits) : undefined}
    />
  )
}

/** The number of decimals in the field: a smaller difference is rounding, and was not typed. */
const FIELD_DECIMALS = 4

/** Returns the value to try; undefined if it is equal to the value of the message. */
function tried(value: number, usual: number | undefined): number | undefined {
  return Number.isFinite(value) && value > 0 && Math.abs(value - (usual ?? 0)) > 10 ** -FIELD_DECIMALS
    ? value
    : undefined
}

/** Reads an ephemeris file as it was uploaded; it never changes. */
const ephemerisTextQuery = (oemFileId: string) => ({
  queryKey: ['ephemeris-text', oemFileId],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 60_000,
  queryFn: async () => (await callFile(getEphemerisFile, { params: { 'oem-id': oemFileId }, query: {} })).blob.text(),
})

/** The reader of messages and the methods are fetched when they are first needed. */
function whatIfQuery(event: Event) {
  const { selected, view } = event
  const { cdmId, assessment } = selected.cdm
  const { whatIf } = view
  return {
    queryKey: ['what-if', cdmId, whatIf, assessment.hardBodyRadius],
    staleTime: Number.POSITIVE_INFINITY,
    meta: { silent: 'what-if' as const },
    queryFn: async (): Promise<WhatIfResult> => {
      const [{ messageTextQuery }, { tryOut }] = await Promise.all([
        import('../../../message/message.ts'),
        import('./what-if.ts'),
      ])
      const [text, own] = await Promise.all([
        answerOf(messageTextQuery(cdmId)),
        whatIf.own === undefined ? undefined : answerOf(ephemerisTextQuery(whatIf.own)),
      ])
      return tryOut({ text, radiusM: assessment.hardBodyRadius ?? 0, tried: whatIf, own })
    },
  }
}

function Result({ event, isTried }: { readonly event: Event; readonly isTried: boolean }) {
  const t = useWords(conjunctionWords)
  const e = useWords(evidenceWords)
  const { data, error, isPending } = useQuery(whatIfQuery(event))
  const { probability } = event.selected.cdm.assessment
  const value = data?.ok ? data.probability : undefined
  const why = data && !data.ok ? whyNot(data.reason) : ''
  const own = data?.ok ? data.own : undefined
  return (
    <dl className={`grid gap-4-16 pad-end auto-wide ${styles.result}`} aria-live="polite">
      <dt>{e('recomputed')}</dt>
      <dd className="right">
        <Probability value={probability ?? undefined} reason={t('notComputed')} />
      </dd>
      <dt className="ink fs-16 medium">{e('whatIfResult')}</dt>
      <dd className="right ink fs-16 medium" data-what-if={value}>
        {isPending ? e('computing') : <Probability value={value} reason={error ? e('whatIfFailed') : why} />}
      </dd>
      <dd className={`right muted fs-12 ${styles.note}`}>
        {error
          ? e('whatIfFailed')
          : data && !data.ok
            ? e('whatIfNone', { why })
            : isTried && value !== undefined
              ? `${data?.ok ? methodName(data.method) : ''}; ${againstRecomputed(probability, value)}`
              : ''}
      </dd>
      {own ? (
        <dd className={`right muted fs-12 ${styles.note}`}>
          {e('ownApart', axesOf(own.apartM))} {own.hasCovariance ? '' : e('ownNoCovariance')}
        </dd>
      ) : null}
    </dl>
  )
}

/** Returns the change as text: `↑ ×2.1 of the recomputed value`. */
function againstRecomputed(recomputed: number | null, value: number): string {
  const change = formatProbabilityChange(recomputed ?? undefined, value)
  return change === '=' ? evidenceWords('sameAsRecomputed') : evidenceWords('factorOfRecomputed', { change })
}

const axesOf = ([r, t, n]: readonly [number, number, number]) => {
  const metres = (value: number) => formatNumber(value, { decimals: Math.abs(value) < 10 ? 1 : 0, signed: true })
  return { r: metres(r), t: metres(t), n: metres(n) }
}

function whyNot(reason: string): string {
  const e = evidenceWords
  if (reason === 'unreadable') return e('fileUnreadable')
  if (reason === 'ephemeris-unreadable') return e('ownUnreadable')
  return reason === 'ephemeris-outside' ? e('ownOutside') : reasonWords(reason)
}

/** Shows the inputs of Pc: the miss, both covariances, the radius. */
function Drivers({ event }: { readonly event: Event }) {
  const e = useWords(evidenceWords)
  const { cdm } = event.selected
  const plane = caseOf(event.selected)
  if (!plane) return null
  const shares = sharesOf(plane)
  const share = (value: number) => e('driverShare', { share: formatNumber(value * 100, { decimals: 0 }) })
  const one = scaledProbability(plane, 1, 1)
  const two = scaledProbability({ ...plane, radiusM: plane.radiusM * 2 }, 1, 1)
  const factor = one && two ? formatNumber(two / one, { significant: 2 }) : '–'
  const miss = formatMiss(Math.hypot(...plane.missM))
  const m = cdm.assessment.mahalanobis === null ? '–' : formatNumber(cdm.assessment.mahalanobis, { decimals: 2 })
  return (
    <section className="pad-8 faint-top" aria-label={e('drivers')}>
      <h3>{e('drivers')}</h3>
      <dl className="grid auto-wide gap-0-12">
        <dt>{e('driverGeometry')}</dt>
        <dd className="fs-13 right">{e('driverGeometryText', { miss, m })}</dd>
        <dt>{e('driverOther')}</dt>
        <dd className="fs-13 right">{share(shares.second)}</dd>
        <dt>{e('driverOwn')}</dt>
        <dd className="fs-13 right">{share(shares.first)}</dd>
        <dt>{e('driverBody')}</dt>
        <dd className="fs-13 right">{e('driverBodyText', { factor })}</dd>
      </dl>
    </section>
  )
}
