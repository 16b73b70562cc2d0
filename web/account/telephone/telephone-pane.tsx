import {
  removeTelephone,
  type SimulatedCall,
  TELEPHONE_WAYS,
  type Telephone,
  updateTelephone,
} from '@apsis/contract/duty/telephone.ts'
import { allows, CA_ADMIN, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { Instant } from '../../clock/instant.tsx'
import { FormDialog, Refusal } from '../../form/form-dialog.tsx'
import { useForm } from '../../form/use-form.ts'
import type { SignedInPerson } from '../../session/who.ts'
import { Button } from '../../ui/button/button.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Banner } from '../../ui/page/pane-states.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { useWords } from '../../ui/text/language.ts'
import styles from '../delivery/delivery.module.css'
import { TargetPane } from '../delivery/target-pane.tsx'
import { deliveryWords } from '../delivery/words.data.ts'
import { BridgePane } from './bridge-pane.tsx'
import { callsQuery, TELEPHONE_WRITES, telephoneCall, telephoneQuery, usePressKey } from './telephone-query.ts'
import { telephoneWords } from './words.data.ts'

/** Characters that people type between the digits of a number. */
const BETWEEN_DIGITS = /[\s()./-]/g

/** Sets the number that the on-call chain calls for this user; shows the simulated calls and the program that calls. */
export function TelephoneSection({ who }: { readonly who: SignedInPerson }) {
  if (!allows([CA_USER], who.roles)) return null
  return (
    <>
      <TelephonePane />
      <BridgePane isAdmin={allows([CA_ADMIN], who.roles)} />
    </>
  )
}

function TelephonePane() {
  const t = useWords(telephoneWords)
  const query = useQuery(telephoneQuery)
  const calls = useQuery(callsQuery).data?.calls.length ?? 0
  return (
    <TargetPane
      id="telephone"
      words={{
        title: t('title'),
        note: t('note'),
        failed: t('readFailed'),
        none: t('none'),
        noneHelp: t('noneHelp'),
        set: t('set'),
        change: t('change'),
        remove: t('remove'),
        removeTitle: t('removeTitle'),
        removeHelp: t('removeHelp'),
      }}
      query={query}
      call={telephoneCall}
      folded={({ number, isConfirmed }) => ({
        status: number === null ? undefined : standingOfNumber(isConfirmed, t),
        isUrgent: number !== null && !isConfirmed,
        holds: [number ?? t('none'), ...(calls === 0 ? [] : [t('callsFolded', { count: calls })])].join(' · '),
      })}
      lineOf={(telephone) =>
        telephone.number === null
          ? undefined
          : {
              status: standingOfNumber(telephone.isConfirmed, t),
              what: <b className="mono">{telephone.number}</b>,
              result: <Results telephone={telephone} />,
            }
      }
      mayChange
      remove={() => call(removeTelephone, {})}
      writes={TELEPHONE_WRITES}
      dialog={(telephone, onClose) => <TelephoneDialog telephone={telephone} onClose={onClose} />}
    >
      <SimulatedCalls />
    </TargetPane>
  )
}

const standingOfNumber = (isConfirmed: boolean, t: typeof telephoneWords): StatusMeaning =>
  isConfirmed ? { level: 'ok', word: t('confirmed') } : { level: 'pending', word: t('unconfirmed') }

/** Shows how the user is called, and whether a telephone has rung at all. */
function Results({ telephone: { ways, isConfirmed, simulatedAt } }: { readonly telephone: Telephone }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  return (
    <>
      <p>{ways.map((way) => t(way)).join(', ')}</p>
      {simulatedAt === null ? null : (
        <p>{isConfirmed ? common('simulatedOnly') : `${common('simulatedBefore')} ${t('askAgainHelp')}`}</p>
      )}
      {isConfirmed || simulatedAt !== null ? null : <p className="muted">{t('unconfirmedHelp')}</p>}
    </>
  )
}

/** Lists the calls of an organisation without a bridge; it is empty if real telephones ring, or nobody was called yet. */
function SimulatedCalls() {
  const t = useWords(telephoneWords)
  const { data } = useQuery(callsQuery)
  const press = usePressKey()
  if (data === undefined || data.calls.length === 0) return null
  return (
    <section className="pb-8" aria-label={t('calls')}>
      <h3 className="pad-8 medium">{t('calls')}</h3>
      <Banner level="inactive">{t('callsHelp')}</Banner>
      <Refusal problem={press.error} />
      {press.data === undefined ? null : <p className={`pad-6 faint-bottom fs-13 ${styles.mail}`}>{press.data.say}</p>}
      {data.calls.map((one) => (
        <SimulatedItem key={one.callId} call={one} onPress={(key) => press.mutate({ callId: one.callId, key })} />
      ))}
    </section>
  )
}

type ItemProps = { readonly call: SimulatedCall; readonly onPress: (key: string) => void }

function SimulatedItem({ call, onPress }: ItemProps) {
  const t = useWords(telephoneWords)
  const { at, number, ways, text, key, pressedAt } = call
  return (
    <div className={`pad-6 faint-bottom fs-13 ${styles.mail}`}>
      <p>
        <Instant at={Date.parse(at)} /> <b>{ways.map((way) => t(way)).join(', ')}</b>{' '}
        <span className="mono muted">{number}</span>
      </p>
      <p>{text}</p>
      {key === null ? null : pressedAt === null ? (
        <Button onClick={() => onPress(key)}>{t('press', { key })}</Button>
      ) : (
        <p className="muted">
          {t('pressed')} <Instant at={Date.parse(pressedAt)} />
        </p>
      )}
    </div>
  )
}

type Props = { readonly telephone: Telephone; readonly onClose: () => void }

/** Asks for the number and the way to call this user. */
function TelephoneDialog({ telephone, onClose }: Props) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const form = useForm({
    initial: { number: telephone.number ?? '', ways: telephone.number === null ? ['call' as const] : telephone.ways },
    rules: {
      schema: updateTelephone.body,
      body: ({ number, ways }) => ({ number: number.replace(BETWEEN_DIGITS, ''), ways }),
      faultOf: (field) => t(field === 'number' ? 'numberWrong' : 'wayMissing'),
    },
    save: (body) => call(updateTelephone, { body }),
    writes: TELEPHONE_WRITES,
    onSaved: onClose,
  })
  return (
    <FormDialog form={form} title={t('set')} onClose={onClose} close={common('cancel')} confirm={t('save')}>
      <TextField
        label={t('number')}
        help={t('numberHelp')}
        type="tel"
        autoComplete="tel"
        maxLength={40}
        {...form.field('number')}
      />
      <CheckboxGroup
        label={t('ways')}
        options={TELEPHONE_WAYS.map((value) => ({ value, label: t(value) }))}
        {...form.field('ways')}
      />
    </FormDialog>
  )
}
