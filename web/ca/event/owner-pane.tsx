import { getSatelliteOperator } from '@apsis/contract/ca/satellite/satellite.ts'
import type { SatelliteOperator } from '@apsis/contract/ca/satellite/satellite-operator.ts'
import { useQuery } from '@tanstack/react-query'
import { problemInWords } from '../../api/problem-in-words.ts'
import { formatInstant } from '../../clock/format.ts'
import { ExternalLink } from '../../ui/button/external-link.tsx'
import { Pane } from '../../ui/page/pane.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { KeyValues } from '../../ui/value/key-values.tsx'
import { ownerStateOf, type SaidOf, type Statement, sourceWords, statementsOf } from './owner.ts'
import { ownerWords } from './owner-words.data.ts'
import { operatorQuery, satellitesQuery } from './queries.ts'

type OwnerQuestion = { readonly noradId: number | undefined; readonly said?: SaidOf | undefined }

/** Returns the operator of an object, the object's state, and the sources that state whether it can manoeuvre. */
export function useOwner({ noradId, said }: OwnerQuestion) {
  const { data: operator, error } = useQuery({ ...operatorQuery(noradId ?? 0), enabled: noradId !== undefined })
  const { data: satellites } = useQuery(satellitesQuery())
  const own = satellites?.find((one) => one.noradId === noradId)
  const given = { operator, own, said }
  return { operator, own, error, state: ownerStateOf(given), statements: statementsOf(given) }
}

export type Owner = ReturnType<typeof useOwner>

/** Returns `yes (message, directory)`; contradictory statements are listed side by side. */
export function movesText(statements: readonly Statement[]): string {
  if (statements.length === 0) return ownerWords('moves_UNKNOWN')
  return statements
    .map(({ moves, by }) =>
      ownerWords('statement', {
        moves: ownerWords(`moves_${moves}`),
        by: by.map((one) => ownerWords(`by_${one}`)).join(', '),
      }),
    )
    .join('; ')
}

/** Returns the name and the contact of an operator, as rows. */
export function contactRows(operator: SatelliteOperator): (readonly [string, React.ReactNode])[] {
  const t = ownerWords
  const { operatorName, country, email, phone, website, source, lastVerified } = operator
  return [
    [t('who'), country === null ? operatorName : `${operatorName}, ${country}`],
    [t('mail'), linkTo(email, 'mailto:') ?? t('notKnown')],
    [t('phone'), linkTo(phone, 'tel:') ?? t('notKnown')],
    ...(website === null ? [] : [[t('website'), siteLink(website)] as const]),
    [t('source'), sourceWords(source)],
    [t('verified'), lastVerified === null ? t('never') : formatInstant(Date.parse(lastVerified))],
  ]
}

const linkTo = (text: string | null, scheme: string) => (text === null ? undefined : <a href={scheme + text}>{text}</a>)
const siteLink = (address: string) => <ExternalLink href={address}>{address}</ExternalLink>

type Props = { readonly noradId: number; readonly name: string }

/** Shows owner, contact, state and manoeuvrability of an object (yardstick E29, E30). */
export function OwnerPane({ noradId, name }: Props) {
  const t = useWords(ownerWords)
  const { operator, own, error, state, statements } = useOwner({ noradId })
  const call = {
    method: getSatelliteOperator.method,
    path: getSatelliteOperator.path.replace('{noradId}', `${noradId}`),
  }
  return (
    <Pane title={t('title')} id="owner" exports={{ call }}>
      {error ? (
        <Banner level="caution">
          {t('failed')}: {problemInWords(error).message}
        </Banner>
      ) : null}
      {operator?.isSimulated ? <p className="pad-8 muted fs-13">{t('simulated')}</p> : null}
      <KeyValues
        rows={[
          ...(own === undefined || operator ? [] : [[t('who'), t('you')] as const]),
          [t('state'), t(`state_${state}`)],
          [t('moves'), movesText(statements)],
          ...(operator ? contactRows(operator) : []),
        ]}
      />
      {operator === null && own === undefined ? <p className="pad-8 muted fs-13">{t('unknown', { name })}</p> : null}
    </Pane>
  )
}
