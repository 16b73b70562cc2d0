import {
  Connection,
  NewConnection,
  OPEN_ADDRESSES,
  SPACE_TRACK_STAGING,
} from '@apsis/contract/connections/connection.ts'
import { expect, test } from 'vitest'
import { bodyOfFields, bodyWithPause, fieldsOfConnection, fieldsOfKind } from './connections-query.ts'

const [STORED] = Connection.meta()!.examples as readonly [Connection]
const FOLDER: Connection = { ...STORED, kind: 'FOLDER', address: null, account: null, folder: 'eu-sst' }

test('the fields of a connection never hold a password, and saved unchanged they change nothing', () => {
  const fields = fieldsOfConnection(STORED)
  expect(fields).toMatchObject({ place: 'usual', address: '', account: 'flight@operator.example', secret: '' })
  const body = NewConnection.parse(bodyOfFields(fields, STORED))
  expect(body).toEqual({
    kind: 'SPACE_TRACK',
    name: 'Space-Track',
    address: 'https://www.space-track.org',
    account: 'flight@operator.example',
    feeds: ['MESSAGES'],
    periodHours: 8,
    isStaging: false,
  })
  expect(NewConnection.parse(bodyOfFields(fieldsOfConnection(FOLDER), FOLDER))).toMatchObject({ folder: 'eu-sst' })
  const kept = { address: 'imaps://mail.example.org:993', mailFolder: 'Partners', senders: ['partner.example'] }
  const mailbox: Connection = { ...STORED, ...kept, kind: 'MAILBOX' }
  expect(NewConnection.parse(bodyOfFields(fieldsOfConnection(mailbox), mailbox))).toMatchObject(kept)
  expect(bodyWithPause(mailbox, true)).toMatchObject({ ...kept, isPaused: true })
})

test('the catalogue stays with an account that fetches it, and comes with one that is ticked', () => {
  const [feed] = STORED.feeds
  const stored: Connection = { ...STORED, feeds: [{ ...feed!, feed: 'CATALOGUE' }] }
  expect(bodyOfFields(fieldsOfConnection(stored), stored)).toMatchObject({ feeds: ['CATALOGUE'] })
  const ticked = { ...fieldsOfConnection(STORED), isForCatalogue: true }
  expect(bodyOfFields(ticked, STORED)).toMatchObject({ feeds: ['MESSAGES', 'CATALOGUE'] })
  const reports = { ...fieldsOfConnection(STORED), isForMessages: false, isForReports: true }
  expect(bodyOfFields(reports, STORED)).toMatchObject({ feeds: ['REPORTED'] })
  expect(NewConnection.safeParse(bodyOfFields({ ...reports, isForReports: false }, STORED)).success).toBe(false)
})

test('a new mailbox reads INBOX, and takes senders that are separated by commas, spaces or lines', () => {
  const fields = {
    ...fieldsOfConnection(undefined),
    ...fieldsOfKind('MAILBOX'),
    name: 'EU SST',
    account: 'a',
    secret: 'b',
  }
  const typed = {
    ...fields,
    address: 'imaps://mail.example.org',
    senders: ' eusst.example,Flight@partner.example\nthird.example ',
  }
  expect(NewConnection.parse(bodyOfFields(typed, undefined))).toMatchObject({
    mailFolder: 'INBOX',
    senders: ['eusst.example', 'flight@partner.example', 'third.example'],
    feeds: ['MESSAGES'],
  })
  expect(NewConnection.safeParse(bodyOfFields({ ...typed, senders: ' ' }, undefined)).success).toBe(false)
})

test('an address that is offered is shown as its place, and any other one as typed', () => {
  const open: Connection = { ...STORED, kind: 'OPEN_EPHEMERIDES', account: null, address: OPEN_ADDRESSES.ISS }
  expect(fieldsOfConnection(open)).toMatchObject({ kind: 'OPEN_EPHEMERIDES', place: 'ISS', address: '' })
  expect(NewConnection.parse(bodyOfFields(fieldsOfConnection(open), open))).toMatchObject({
    address: OPEN_ADDRESSES.ISS,
    feeds: ['NEIGHBOURS'],
  })
  const address = 'https://elsewhere.example/MANIFEST.txt'
  expect(fieldsOfConnection({ ...open, address })).toMatchObject({ place: 'other', address })
  expect(fieldsOfConnection({ ...STORED, address: SPACE_TRACK_STAGING })).toMatchObject({ place: 'staging' })
})

test('a new connection has the name of its service until somebody types another', () => {
  expect(fieldsOfKind('OPEN_EPHEMERIDES')).toEqual({ kind: 'OPEN_EPHEMERIDES', name: 'Starlink', place: 'Starlink' })
  expect(fieldsOfKind('FOLDER')).toEqual({ kind: 'FOLDER', name: '' })
  expect(fieldsOfKind('MAILBOX')).toMatchObject({ kind: 'MAILBOX', name: '', address: 'imaps://' })
})

test('a stored password stays only for its address and account', () => {
  const fields = fieldsOfConnection(STORED)
  const isTaken = (change: Partial<typeof fields>) =>
    NewConnection.safeParse(bodyOfFields({ ...fields, ...change }, STORED)).success
  expect(isTaken({ name: 'Renamed' })).toBe(true)
  expect(isTaken({ place: 'staging' })).toBe(false)
  expect(isTaken({ account: 'other@operator.example' })).toBe(false)
  expect(isTaken({ place: 'staging', secret: 'new' })).toBe(true)
  expect(NewConnection.safeParse(bodyOfFields({ ...fields, secret: '' }, undefined)).success).toBe(false)
})

test('a new password resumes a refused connection, and never a suspended one', () => {
  const fields = { ...fieldsOfConnection(STORED), secret: 'new' }
  expect(bodyOfFields(fields, { ...STORED, state: 'REFUSED' })).toMatchObject({ secret: 'new', isPaused: false })
  for (const state of ['ACTIVE', 'PAUSED', 'SUSPENDED'] as const)
    expect(bodyOfFields(fields, { ...STORED, state })).not.toHaveProperty('isPaused')
  expect(bodyOfFields({ ...fields, secret: '' }, { ...STORED, state: 'REFUSED' })).not.toHaveProperty('isPaused')
})

test('bodyWithPause() changes the pause alone, and nothing of the connection of the demo', () => {
  expect(NewConnection.parse(bodyWithPause(STORED, true))).toEqual({
    ...NewConnection.parse(bodyOfFields(fieldsOfConnection(STORED), STORED)),
    isPaused: true,
  })
  expect(bodyWithPause({ ...STORED, kind: 'SIMULATED' }, true)).toBeUndefined()
})
