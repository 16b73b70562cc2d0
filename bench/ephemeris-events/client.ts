import type { Demo } from '@apsis/contract/ca/demo.ts'
import type { EphemerisFile } from '@apsis/contract/ca/ephemeris/ephemeris.ts'
import type { Conjunction } from '@apsis/contract/ca/event/conjunction.ts'
import type { Satellite } from '@apsis/contract/ca/satellite/satellite.ts'
import type { Screening } from '@apsis/contract/ca/screening/screening.ts'
import type { Connection } from '@apsis/contract/connections/connection.ts'
import { raise } from '../stage/parts.ts'
import type { Whole } from '../stage/whole.ts'

export type File = Pick<EphemerisFile, 'name' | 'screeningIds'>

/** The requests of an operator's program to the product. */
export type Client = {
  openDemo(): Promise<{ readonly since: string; readonly seed: number }>
  /** Connects a folder of ephemerides, and returns its path. */
  connectFolder(): Promise<string>
  /** Returns the ephemerides that were checked and whose screenings are requested. */
  files(): Promise<readonly File[]>
  upload(file: { readonly name: string; readonly noradId: number; readonly bytes: Buffer }): Promise<File>
  screeningState(id: string): Promise<Screening['state']>
  /** Returns the number of screenings that wait or run. */
  openScreenings(): Promise<number>
  /** Returns, for each event that has one, the screening from which the event takes the operator's own orbit. */
  ownScreenings(): Promise<readonly string[]>
}

const CA = '/api/v1/ca'
/** A token is made for each call, because the bench may take longer than a token is valid. */
const TOKEN_S = 300

export function clientOf({ issuer, origin }: Whole, organisation: string): Client {
  const who = { subject: 'flight', organisation, roles: ['ca:user', 'ca:admin'], lifeS: TOKEN_S }
  const call = async <T>(path: string, init: RequestInit = {}): Promise<T> => {
    const authorization = `Bearer ${await issuer.token(who)}`
    const response = await fetch(`${origin}${CA}${path}`, { ...init, headers: { authorization, ...init.headers } })
    if (!response.ok) raise(`${init.method ?? 'GET'} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
  return {
    async openDemo() {
      const { since, seed } = await call<Demo>('/demo', { method: 'POST' })
      return { since: since ?? raise('the demo is not open'), seed: seed ?? raise('the demo has no seed') }
    },
    async connectFolder() {
      const given = { kind: 'FOLDER', name: 'Ephemerides', folder: 'ephemerides', feeds: ['EPHEMERIDES'] }
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(given)
      const made = await call<Connection>('/../connections', { method: 'POST', headers, body })
      return made.folderPath ?? raise('the folder has no path')
    },
    files: () => call<EphemerisFile[]>('/ephemeris?limit=1000'),
    async upload({ name, noradId, bytes }) {
      const satellites = await call<Satellite[]>('/satellites?limit=100')
      const own = satellites.find((one) => one.noradId === noradId) ?? raise(`there is no satellite ${noradId}`)
      const form = new FormData()
      form.set('satellite-id', own.satelliteId)
      form.set('kind', 'OPERATIONAL')
      // The bench measures a file that is accepted, so it confirms a disagreement in advance.
      form.set('isDisagreementSeen', 'true')
      form.set('file', new Blob([new Uint8Array(bytes)]), name)
      const { state, ...file } = await call<EphemerisFile>('/ephemeris/file', { method: 'POST', body: form })
      return state === 'INVALID' ? raise(`${name} was refused`) : file
    },
    screeningState: async (id) => (await call<Screening>(`/screenings/${id}`)).state,
    async openScreenings() {
      const all = await call<Screening[]>('/screenings?limit=100')
      return all.filter(({ state }) => state === 'queued' || state === 'running').length
    },
    async ownScreenings() {
      const events = await call<Conjunction[]>('/conjunctions?limit=1000')
      return events.flatMap(({ ownScreening }) => (ownScreening === null ? [] : [ownScreening.screeningId]))
    },
  }
}
