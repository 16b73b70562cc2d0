import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROJECT_DIR } from '../../product.ts'

type Reference = {
  /** Seconds to closest approach, and the position in km, Earth-fixed. */
  readonly positions: readonly (readonly [number, number, number, number])[]
}
const FILE = join(PROJECT_DIR, 'server', 'odt', 'testing', 'own-positions.reference.json')
const reference = JSON.parse(readFileSync(FILE, 'utf8')) as Reference

type About = { readonly tcaMs: number; readonly objectId: string; readonly objectName: string }

/** Returns the data of the receiver on board of object 1 of `changedMessage` before closest approach: positions alone, as an OEM. */
export function positionsBefore({ tcaMs, objectId, objectName }: About): string {
  const time = (beforeS: number) => new Date(tcaMs - beforeS * 1_000).toISOString().slice(0, 23)
  const rows = reference.positions.map(([beforeS, ...place]) => [time(beforeS), ...place].join(' '))
  const [first = 0, last = 0] = [reference.positions[0]?.[0], reference.positions.at(-1)?.[0]]
  return [
    ...['CCSDS_OEM_VERS = 2.0', `CREATION_DATE = ${time(last)}`, 'ORIGINATOR = OPERATOR', 'META_START'],
    ...[`OBJECT_NAME = ${objectName}`, `OBJECT_ID = ${objectId}`, 'CENTER_NAME = EARTH', 'REF_FRAME = ITRF2000'],
    ...['TIME_SYSTEM = UTC', `START_TIME = ${time(first)}`, `STOP_TIME = ${time(last)}`, 'META_STOP', ...rows, ''],
  ].join('\n')
}
