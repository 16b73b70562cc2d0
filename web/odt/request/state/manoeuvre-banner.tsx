import type { Observation } from '@apsis/contract/odt/observation/observation.ts'
import type { TrackHistory } from '@apsis/contract/odt/tracking/track-history.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../../api/problem-in-words.ts'
import { formatMinute } from '../../../clock/format.ts'
import { Unbroken } from '../../../notifications/unbroken.tsx'
import { formatNumber } from '../../../ui/format/number.ts'
import { Banner } from '../../../ui/page/pane-states.tsx'
import { useWords } from '../../../ui/text/language.ts'
import { historyQuery } from './queries.ts'
import { lifeWords } from './words.data.ts'

type Props = { readonly file: Pick<Observation, 'catalogueId' | 'catalogueIdBestAssociation'> }

/**
 * Shows that the tracks of a file's object leave its orbit from a date on. If the tracks could not be read, this is reported, because there
 * may still have been a manoeuvre.
 */
export function ManoeuvreBanner({ file: { catalogueId, catalogueIdBestAssociation } }: Props) {
  const t = useWords(lifeWords)
  const object = catalogueIdBestAssociation ?? catalogueId
  const { data, error } = useQuery({ ...historyQuery(object ?? 0), enabled: object !== null })
  const text = data ? manoeuvreText(data) : undefined
  return (
    <>
      {error ? (
        <Banner level="caution">
          {t('historyFailed')}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {text === undefined ? null : (
        <Banner level="caution">
          <Unbroken text={text} />
        </Banner>
      )}
    </>
  )
}

/**
 * Returns a text on the manoeuvre that the tracks show, and on the number of tracks that determined the orbit since then; undefined without
 * one.
 */
export function manoeuvreText({ manoeuvre, orbitSince, tracks }: TrackHistory): string | undefined {
  if (manoeuvre === null) return undefined
  const [from, to] = [Date.parse(manoeuvre.from), Date.parse(manoeuvre.to)]
  const count = tracks.filter(({ epoch }) => Date.parse(epoch) >= to).length
  const found = lifeWords('possibleManoeuvre', {
    size: formatNumber(manoeuvre.deltaVMps, { significant: 2 }),
    way: lifeWords(manoeuvre.direction),
    from: formatMinute(from),
    to: formatMinute(to),
  })
  return `${found} ${lifeWords(orbitSince === null ? 'noOrbitSince' : 'orbitSince', { count })}`
}
