import { DISAGREEMENT_MAHALANOBIS } from '@apsis/astro/conjunction/relative-difference.ts'
import { EPHEMERIS_DISAGREES } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { formatInstant } from '../../clock/format.ts'
import { type Form, useForm } from '../../form/use-form.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { formatNumber } from '../../ui/format/number.ts'
import { Banner } from '../../ui/page/pane-states.tsx'
import { useWords } from '../../ui/text/language.ts'
import { oemWords } from './words.data.ts'

/** A message whose position of the satellite disagrees with a file; the server refused the file for that reason. */
export type Disagreement = {
  readonly id: string
  readonly message: string
  readonly originator: string
  readonly tcaMs: number
  readonly distanceM: number
  readonly sigma: number
}

/** Returns the messages because of which the server refused a file, the worst first; empty if it refused the file for another reason. */
export function disagreementsOf(problem: Pick<ApiProblem, 'details'> | null): readonly Disagreement[] {
  return (problem?.details ?? []).flatMap(({ code, values }) =>
    code !== EPHEMERIS_DISAGREES || values === undefined
      ? []
      : [
          {
            id: String(values.cdmId),
            message: String(values.messageId),
            originator: String(values.originator),
            tcaMs: Date.parse(String(values.tcaAt)),
            distanceM: Number(values.distanceM),
            sigma: Number(values.sigma),
          },
        ],
  )
}

const SEEN = 'seen'
/** More messages add no information, because the messages of several days are based on one fit. */
const SHOWN = 3

type Tick = { readonly seen: readonly string[] }
type Props = { readonly found: readonly Disagreement[]; readonly form: Form<Tick> }

/** Returns the form with the checkbox that must be ticked before the action. */
export const useDisagreementForm = (apply: () => void) =>
  useForm<Tick, unknown>({
    initial: { seen: [] },
    check: ({ seen }) => ({ seen: seen.length === 0 ? oemWords('tickNeeded') : undefined }),
    apply,
  })

/** Shows the positions of the satellite in the last messages, and the checkbox without which the file does not become operational. */
export function DisagreementSeen({ found, form }: Props) {
  const t = useWords(oemWords)
  const more = found.length - SHOWN
  return (
    <>
      <Banner level="serious" isUrgent>
        {t('disagrees')}
      </Banner>
      {found.slice(0, SHOWN).map(({ id, message, originator, tcaMs, distanceM, sigma }) => (
        <Banner key={id} level="serious">
          {t('disagreesWith', {
            message,
            originator,
            time: formatInstant(tcaMs),
            distance: formatNumber(distanceM, { decimals: 0 }),
            sigma: formatNumber(sigma, { decimals: 1 }),
            limit: formatNumber(DISAGREEMENT_MAHALANOBIS, { decimals: 2 }),
          })}
        </Banner>
      ))}
      {more > 0 ? <p>{t('disagreesMore', { count: more })}</p> : null}
      <CheckboxGroup
        label={t('disagreement')}
        help={t('disagreementHelp')}
        options={[{ value: SEEN, label: t('disagreementSeen') }]}
        {...form.field('seen')}
      />
    </>
  )
}
