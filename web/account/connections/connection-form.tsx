import {
  type Connection,
  FEEDS_OF,
  isOnThisMachine,
  NEW_CONNECTION_KINDS,
  NewConnection,
} from '@apsis/contract/connections/connection.ts'
import type { ApiProblem } from '../../api/problem.ts'
import { formatMinute } from '../../clock/format.ts'
import { FormDialog } from '../../form/form-dialog.tsx'
import { type Faults, useForm } from '../../form/use-form.ts'
import { CheckboxGroup } from '../../ui/field/checkbox-group.tsx'
import { NumberField } from '../../ui/field/number-field.tsx'
import { Select } from '../../ui/field/select.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useWords } from '../../ui/text/language.ts'
import {
  addConnection,
  bodyOfFields,
  CONNECTIONS,
  type ConnectionFields,
  changeConnection,
  fieldsOfConnection,
  fieldsOfKind,
  isElsewhere,
  type Place,
  placesOf,
} from './connections-query.ts'
import { connectionWords } from './words.data.ts'

type Props = {
  /** The connection to change; undefined to add one. */
  readonly connection: Connection | undefined
  readonly onDone: (saved: Connection) => void
  readonly onClose: () => void
}

/** The kinds of data that an account of Space-Track may fetch. */
const FETCHED = ['isForMessages', 'isForReports', 'isForCatalogue'] as const
/** The longest text for the senders of a mailbox, in characters. */
const MOST_SENDERS_TEXT = 4_000
/** The words for the kinds of address; each publisher is shown by its own name. */
const PLACE_WORDS = { usual: 'whereUsual', staging: 'whereStaging', other: 'whereOther' } as const

/** Adds a connection, or changes its name, account and period; a stored password is replaced and never shown. */
export function ConnectionForm({ connection, onDone, onClose }: Props) {
  const t = useWords(connectionWords)
  const form = useForm({
    initial: () => fieldsOfConnection(connection),
    version: connection?.version,
    rules: {
      schema: NewConnection,
      body: (values) => bodyOfFields(values, connection),
      fieldsOf: ([name]) => (name === 'feeds' ? ['feed', 'isForCatalogue'] : undefined),
      faultOf: (field, _, values) => faultOf(field, values, connection, t),
    },
    save: (body, over) =>
      connection === undefined ? addConnection(body) : changeConnection(connection.connectionId, body, over),
    writes: [CONNECTIONS],
    onSaved: onDone,
    refusedOf: (problem) => refusedOf(problem, t),
  })
  const { values, field, set } = form
  const isNew = connection === undefined
  // Data from the test address of the service, or from a service on this machine, is for tests, whatever the user has ticked.
  const isAtTestPlace =
    (values.kind === 'SPACE_TRACK' && values.place === 'staging') ||
    (values.kind !== 'FOLDER' && isOnThisMachine(values.address))
  return (
    <FormDialog
      form={form}
      title={isNew ? t('addTitle') : t('changeTitle', { name: connection.name })}
      onClose={onClose}
      close={t('cancel')}
      confirm={t('save')}
      refused={{ what: t('notSaved'), stale: t('stale') }}
    >
      {isNew ? (
        <Select
          label={t('service')}
          options={NEW_CONNECTION_KINDS.map((kind) => ({ value: kind, label: t(kind) }))}
          value={values.kind}
          onChange={(chosen) => set(fieldsOfKind(NEW_CONNECTION_KINDS.find((one) => one === chosen) ?? 'SPACE_TRACK'))}
        />
      ) : null}
      <TextField label={t('name')} help={t('nameHelp')} maxLength={80} {...field('name')} />
      {values.kind === 'FOLDER' ? (
        <TextField
          label={t('folder')}
          help={t('folderHelp')}
          maxLength={40}
          isDisabled={!isNew}
          spellCheck="false"
          {...field('folder')}
        />
      ) : values.kind === 'MAILBOX' ? (
        <>
          <TextField
            label={t('mailAddress')}
            help={t('mailAddressHelp')}
            maxLength={200}
            inputMode="url"
            spellCheck="false"
            {...field('address')}
          />
          <Account connection={connection} values={values} field={field} />
          <TextField label={t('mailFolder')} help={t('mailFolderHelp')} maxLength={200} {...field('mailFolder')} />
          <TextField
            label={t('senders')}
            help={t('sendersHelp')}
            maxLength={MOST_SENDERS_TEXT}
            spellCheck="false"
            {...field('senders')}
          />
        </>
      ) : (
        <Address values={values} field={field} set={set} />
      )}
      {values.kind === 'FOLDER' || values.kind === 'MAILBOX' ? (
        <Select
          label={t('feed')}
          options={FEEDS_OF[values.kind].map((kind) => ({ value: kind, label: t(kind) }))}
          {...field('feed')}
          onChange={(feed) => set({ feed: feed === 'EPHEMERIDES' ? feed : 'MESSAGES' })}
        />
      ) : null}
      {values.kind === 'SPACE_TRACK' ? (
        <>
          <Account connection={connection} values={values} field={field} />
          <CheckboxGroup
            label={t('brings')}
            options={[
              { value: 'isForMessages', label: t('MESSAGES') },
              { value: 'isForReports', label: t('REPORTED') },
              { value: 'isForCatalogue', label: t('isForCatalogue') },
            ]}
            value={FETCHED.filter((one) => values[one])}
            onChange={(chosen) =>
              set({
                isForMessages: chosen.includes('isForMessages'),
                isForReports: chosen.includes('isForReports'),
                isForCatalogue: chosen.includes('isForCatalogue'),
              })
            }
            error={field('isForCatalogue').error}
          />
        </>
      ) : null}
      <NumberField
        label={t('often')}
        unit={t('hours')}
        minValue={1}
        maxValue={720}
        help={t('oftenHelp')}
        {...field('periodHours')}
      />
      <CheckboxGroup
        label={t('data')}
        options={[{ value: 'isStaging', label: t('isStaging'), isDisabled: isAtTestPlace }]}
        value={values.isStaging || isAtTestPlace ? ['isStaging'] : []}
        onChange={(chosen) => set({ isStaging: chosen.length > 0 })}
      />
    </FormDialog>
  )
}

type FieldsProps = {
  readonly values: ConnectionFields
  readonly field: ReturnType<typeof useForm<ConnectionFields, ConnectionFields>>['field']
}

/** Asks for the address: the usual and the test address of the service, or those of publishers, are offered; any other may be typed. */
function Address({ values, field, set }: FieldsProps & { readonly set: (part: Partial<ConnectionFields>) => void }) {
  const t = useWords(connectionWords)
  const { kind, place, name } = values
  const isOpen = kind === 'OPEN_EPHEMERIDES'
  const places: readonly Place[] = [...placesOf(kind), 'other']
  return (
    <>
      <Select
        label={t(isOpen ? 'publisher' : 'where')}
        options={places.map((one) => ({ value: one, label: placeInWords(one, t) }))}
        value={place}
        onChange={(value) => {
          const chosen = places.find((one) => one === value) ?? 'other'
          const isNamedSo = isOpen && name === place && chosen !== 'other'
          set(isNamedSo ? { place: chosen, name: chosen } : { place: chosen })
        }}
      />
      {place === 'other' ? (
        <TextField
          label={t('whereOther')}
          help={t(isOpen ? 'openHelp' : 'otherHelp')}
          maxLength={200}
          inputMode="url"
          spellCheck="false"
          {...field('address')}
        />
      ) : null}
    </>
  )
}

const placeInWords = (place: Place, t: typeof connectionWords): string =>
  place in PLACE_WORDS ? t(PLACE_WORDS[place as keyof typeof PLACE_WORDS]) : place

/** Asks for the account and its password, which is never shown. */
function Account({ connection, values, field }: FieldsProps & { readonly connection: Connection | undefined }) {
  const t = useWords(connectionWords)
  return (
    <>
      <TextField label={t('account')} maxLength={120} autoComplete="off" spellCheck="false" {...field('account')} />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="new-password"
        maxLength={256}
        help={passwordHelp(values, connection, t)}
        {...field('secret')}
      />
    </>
  )
}

function passwordHelp(values: ConnectionFields, connection: Connection | undefined, t: typeof connectionWords): string {
  if (connection?.secretSetAt == null) return t('passwordHelp')
  if (isElsewhere(values, connection)) return t('passwordElsewhere')
  const time = formatMinute(Date.parse(connection.secretSetAt))
  return t(connection.state === 'REFUSED' ? 'passwordResumes' : 'passwordKept', { time })
}

function faultOf(
  field: keyof ConnectionFields,
  values: ConnectionFields,
  connection: Connection | undefined,
  t: typeof connectionWords,
): string | undefined {
  if (field === 'folder' && values.folder !== '') return t('folderWrong')
  if (field === 'isForCatalogue') return t('bringsNothing')
  if (field === 'senders' && values.senders.trim() !== '') return t('sendersWrong')
  if (field === 'secret' && connection !== undefined && values.secret === '') return t('passwordElsewhere')
  return undefined
}

/** Returns the errors of a refused save, each at its field. */
function refusedOf({ details }: ApiProblem, t: typeof connectionWords): Faults<ConnectionFields> | undefined {
  const about = (pointer: string) => details.some((one) => one.pointer === pointer)
  const [ofFeeds] = details.filter(({ pointer }) => pointer === '#/feeds')
  if (ofFeeds)
    return { isForCatalogue: t(ofFeeds.code === 'connection.catalogue-twice' ? 'catalogueTwice' : 'catalogueNotNamed') }
  if (about('#/name')) return { name: t('nameTaken') }
  if (about('#/folder')) return { folder: t('folderTaken') }
  if (about('#/mailFolder')) return { mailFolder: t('mailFolderTaken') }
  if (about('#/address')) return { address: t('addressWrong') }
  return about('#/secret') ? { secret: t('passwordElsewhere') } : undefined
}
