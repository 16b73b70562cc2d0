import {
  type SimulatedCall,
  TELEPHONE_WAYS,
  type Telephone,
  type TelephoneWay,
} from '@apsis/contract/duty/telephone.ts'
import { allows, CA_ADMIN, CA_USER } from '@apsis/contract/roles.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiProblem } from '../../api/problem.ts'
import { problemInWords } from '../../api/problem-in-words.ts'
import { Instant } from '../../clock/instant.tsx'
import type { SignedInPerson } from '../../session/who.ts'
import { QueryPane } from '../../shell/page/query-pane.tsx'
import { foldedOf, useFold } from '../../shell/page/use-fold.tsx'
import { Button } from '../../ui/button/button.tsx'
import { Dialog } from '../../ui/dialog/dialog.tsx'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { Empty, Strip } from '../../ui/page/pane-states.tsx'
import type { StatusMeaning } from '../../ui/status/status-meaning.ts'
import { StatusWord } from '../../ui/status/status-word.tsx'
import { useWords } from '../../ui/text/language.ts'
import styles from '../delivery/delivery.module.css'
import { deliveryWords } from '../delivery/words.data.ts'
import { BridgePane } from './bridge-pane.tsx'
import {
  callsQuery,
  telephoneCall,
  telephoneQuery,
  usePressKey,
  usePutTelephone,
  useRemoveTelephone,
} from './telephone-query.ts'
import { telephoneWords } from './words.data.ts'

/** E.164, once what people write between the digits is taken out. */
const NUMBER = /^\+[1-9]\d{6,14}$/
const BETWEEN_DIGITS = /[\s()./-]/g

/** Where the on-call chain calls the reader, what would have been said, and by what the organisation calls. */
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
  const read = useQuery(telephoneQuery)
  const calls = useQuery(callsQuery).data?.calls.length ?? 0
  const [isEdited, setEdited] = useState(false)
  const { pane } = useFold({
    id: 'telephone',
    title: t('title'),
    note: t('note'),
    ...foldedOf(read, t('readFailed'), ({ number, isConfirmed }) => ({
      status: number === null ? undefined : standingOfNumber(isConfirmed, t),
      isUrgent: number !== null && !isConfirmed,
      holds: [number ?? t('none'), ...(calls === 0 ? [] : [t('callsFolded', { count: calls })])].join(' · '),
    })),
  })
  return (
    <QueryPane {...pane} query={read} skeletonRows={2} failed={t('readFailed')} exits={{ call: telephoneCall }}>
      {(telephone) => (
        <>
          {telephone.number === null ? (
            <>
              <Empty title={t('none')}>{t('noneHelp')}</Empty>
              <div className="pad-end">
                <Button onClick={() => setEdited(true)}>{t('set')}</Button>
              </div>
            </>
          ) : (
            <Named telephone={telephone} onEdit={() => setEdited(true)} />
          )}
          {isEdited ? <TelephoneDialog telephone={telephone} onClose={() => setEdited(false)} /> : null}
          <SimulatedCalls />
        </>
      )}
    </QueryPane>
  )
}

const standingOfNumber = (isConfirmed: boolean, t: typeof telephoneWords): StatusMeaning =>
  isConfirmed ? { level: 'ok', word: t('confirmed') } : { level: 'pending', word: t('unconfirmed') }

function Named({ telephone, onEdit }: { readonly telephone: Telephone; readonly onEdit: () => void }) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const remove = useRemoveTelephone()
  const [isRemoved, setRemoved] = useState(false)
  const { number, ways, isConfirmed, simulatedAt } = telephone
  return (
    <>
      {remove.isError ? (
        <Strip level="caution" isUrgent>
          {problemInWords(remove.error).message}
        </Strip>
      ) : null}
      <ul>
        <li className={`grid pad-8 faint-bottom ${styles.channel}`} aria-label={t('title')}>
          <span>
            <StatusWord {...standingOfNumber(isConfirmed, t)} />
          </span>
          <div className={`min-w-0 ${styles.what}`}>
            <b className="mono">{number}</b>
          </div>
          <div className={`min-w-0 ${styles.result}`}>
            <p>{ways.map((way) => t(way)).join(', ')}</p>
            {simulatedAt === null ? null : (
              <p>{isConfirmed ? common('simulatedOnly') : `${common('simulatedBefore')} ${t('askAgainHelp')}`}</p>
            )}
            {isConfirmed || simulatedAt !== null ? null : <p className={styles.soft}>{t('unconfirmedHelp')}</p>}
          </div>
          <span className={`flex wrap items-start justify-end gap-4 ${styles.actions}`}>
            <Button look="quiet" onClick={onEdit}>
              {t('change')}
            </Button>
            <Button look="quiet" onClick={() => setRemoved(true)}>
              {t('remove')}
            </Button>
          </span>
        </li>
      </ul>
      {isRemoved ? (
        <Dialog
          isOpen
          title={t('removeTitle')}
          onClose={() => setRemoved(false)}
          close={common('cancel')}
          confirm={{
            label: t('remove'),
            onConfirm: () => {
              setRemoved(false)
              remove.mutate()
            },
          }}
        >
          <p>{t('removeHelp')}</p>
        </Dialog>
      ) : null}
    </>
  )
}

/** The calls of an organisation without a bridge; nothing where telephones really ring, or nobody was called yet. */
function SimulatedCalls() {
  const t = useWords(telephoneWords)
  const { data } = useQuery(callsQuery)
  const press = usePressKey()
  if (data === undefined || data.calls.length === 0) return null
  const failure: ApiProblem | null = press.error
  return (
    <section className={styles.mailbox} aria-label={t('calls')}>
      <h3>{t('calls')}</h3>
      <Strip level="inactive">{t('callsHelp')}</Strip>
      {failure === null ? null : (
        <Strip level="caution" isUrgent>
          {problemInWords(failure).message}
        </Strip>
      )}
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
        <span className={`mono ${styles.soft}`}>{number}</span>
      </p>
      <p>{text}</p>
      {key === null ? null : pressedAt === null ? (
        <Button onClick={() => onPress(key)}>{t('press', { key })}</Button>
      ) : (
        <p className={styles.soft}>
          {t('pressed')} <Instant at={Date.parse(pressedAt)} />
        </p>
      )}
    </div>
  )
}

type Props = { readonly telephone: Telephone; readonly onClose: () => void }

/** Asks for the number at which the reader is called, and how. */
function TelephoneDialog({ telephone, onClose }: Props) {
  const t = useWords(telephoneWords)
  const common = useWords(deliveryWords)
  const put = usePutTelephone()
  const [number, setNumber] = useState(telephone.number ?? '')
  const [ways, setWays] = useState<TelephoneWay[]>(telephone.number === null ? ['call'] : telephone.ways)
  const [wasAsked, setWasAsked] = useState(false)
  const plain = number.replace(BETWEEN_DIGITS, '')
  const isNumber = NUMBER.test(plain)
  const save = () => {
    setWasAsked(true)
    if (isNumber && ways.length > 0) put.mutate({ number: plain, ways }, { onSuccess: onClose })
  }
  return (
    <Dialog
      isOpen
      title={t('set')}
      onClose={onClose}
      close={common('cancel')}
      confirm={{ label: t('save'), onConfirm: save }}
    >
      {put.isError ? (
        <Strip level="caution" isUrgent>
          {problemInWords(put.error).message}
        </Strip>
      ) : null}
      <div className={`stack gap-12 ${styles.fields}`}>
        <TextField
          label={t('number')}
          help={t('numberHelp')}
          type="tel"
          autoComplete="tel"
          value={number}
          onChange={setNumber}
          maxLength={40}
          error={wasAsked && !isNumber ? t('numberWrong') : undefined}
        />
        <CheckboxGroup
          label={t('ways')}
          options={TELEPHONE_WAYS.map((value) => ({ value, label: t(value) }))}
          value={ways}
          onChange={(chosen) => setWays(TELEPHONE_WAYS.filter((one) => chosen.includes(one)))}
          error={wasAsked && ways.length === 0 ? t('wayMissing') : undefined}
        />
      </div>
    </Dialog>
  )
}
