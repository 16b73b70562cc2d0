import { crc32 } from 'node:zlib'
import { makeZip } from '@apsis/server/ca/testing/make-zip.ts'
import { makeMessages } from '../intake/messages.ts'
import { createRandom } from '../stage/random.ts'

/** One request that is allowed and as costly as it can be. */
export type FreezeCase = {
  readonly name: string
  readonly path: string
  readonly type: string
  readonly body: () => string | Uint8Array
  /** The number of copies sent at once; 1 if absent. */
  readonly times?: number
}

const MIB = 1024 ** 2
const CDMS = '/api/v1/ca/cdms'
const VERSION_LINE = 'CCSDS_CDM_VERS = 1.0\n'
const fill = (piece: string, mib: number) => piece.repeat(Math.floor((mib * MIB) / piece.length))
const oneMessage = () => makeMessages(1, Date.now(), `FREEZE-${Date.now() % 1e6}`)[0]?.text ?? ''
const upload = (name: string, type: string, body: FreezeCase['body']): FreezeCase => ({ name, path: CDMS, type, body })

/** Returns lines with unknown keywords that can hardly be compressed. */
function filler(mib: number): Buffer {
  const random = createRandom(1)
  const lines = Array.from({ length: 20_000 }, () => `X_${Math.floor(random() * 1e6)} = ${random()} [km]\n`).join('')
  return Buffer.from(`${VERSION_LINE}${fill(lines, mib)}`)
}

type LyingZip = {
  readonly content: Buffer
  readonly isStored: boolean
  /** The size that the zip's directory claims for each entry; the true size if absent. */
  readonly size?: number
  readonly nameOf: (entry: number) => string
}

/** A zip with one file and a directory that names it 2,000 times. */
function lyingZip({ content, isStored, size = content.length, nameOf }: LyingZip): Buffer {
  const crc = crc32(content)
  const listed = (entry: number) => ({ name: nameOf(entry), content, isStored, size, crc, sameAs: 0 })
  return makeZip(Array.from({ length: 2_000 }, (_, entry) => listed(entry)))
}

/** The hostile texts of the audit of version 0.3.4 (findings 1 to 6 and 12), as large as they are allowed to be. */
export const CASES: readonly FreezeCase[] = [
  upload('KVN, 19 MiB of version lines', 'text/plain', () => fill(VERSION_LINE, 19)),
  upload('KVN, 4 MiB of version lines that end in CR', 'text/plain', () => fill(VERSION_LINE.replace('\n', '\r'), 4)),
  upload('KVN, 2 MiB of version lines, then a good message', 'text/plain', () => fill(VERSION_LINE, 2) + oneMessage()),
  upload('KVN, one message with 1.9 MiB of comments', 'text/plain', () =>
    oneMessage().replace(/^TCA/m, `${fill('COMMENT aaaaaaaaaaaaaaaaaaaaaaaaaa\n', 1.9)}TCA`),
  ),
  upload('KVN, 19 MiB of blank lines', 'text/plain', () => fill(' \n', 19)),
  upload('KVN, 1,200 messages', 'text/plain', () =>
    makeMessages(1_200, Date.now(), `MANY-${Date.now() % 1e6}`)
      .map(({ text }) => text)
      .join('\n'),
  ),
  upload(
    'XML, 1 MiB of blanks in a value',
    'application/xml',
    () => `<?xml version="1.0"?><cdm id="CCSDS_CDM_VERS" version="1.0"><TCA>a${fill(' ', 1)}b</TCA></cdm>`,
  ),
  upload(
    'XML, 19 MiB of cdm in an ndm without line breaks',
    'application/xml',
    () => `<ndm>${fill('<cdm ></cdm>', 19)}</ndm>`,
  ),
  upload('XML, 1 MiB of open elements', 'application/xml', () => `<?xml version="1.0"?><cdm>${fill('<a>', 1)}`),
  upload('JSON, 19 MiB of [{},{},…] without line breaks', 'application/json', () => `[${fill('{},', 19)}{}]`),
  upload(
    'JSON, one object of 1.9 MiB without line breaks',
    'application/json',
    () => `{"CCSDS_CDM_VERS":"1.0","COMMENT":[${fill('"a",', 1.9)}"b"]}`,
  ),
  upload('JSON, 19 MiB of [', 'application/json', () => fill('[', 19)),
  upload('zip, 2,000 entries on one stored file of 9.6 MiB, each claiming none', 'application/zip', () =>
    lyingZip({ content: filler(9.6), isStored: true, size: 0, nameOf: (entry) => `f${entry}.cdm` }),
  ),
  upload('zip, one name 2,000 times on 8 MiB', 'application/zip', () =>
    lyingZip({ content: filler(8), isStored: false, nameOf: () => 'same.cdm' }),
  ),
  {
    name: 'element sets, 12 OMMs with 20,000 blanks each',
    path: '/api/v1/tle/tle-set',
    type: 'application/json',
    body: () =>
      JSON.stringify(
        Array.from({ length: 12 }, () => ({
          omm: `<?xml version="1.0"?><omm id="CCSDS_OMM_VERS" version="2.0"><EPOCH>a${' '.repeat(19_900)}b</EPOCH></omm>`,
        })),
      ),
  },
  {
    name: 'element sets, 500 wrong items',
    path: '/api/v1/tle/tle-set',
    type: 'application/json',
    body: () => JSON.stringify(Array.from({ length: 500 }, () => ({ omm: 'A = 1\n'.repeat(60) }))),
  },
  { ...upload('eight uploads of 19 MiB at once', 'text/plain', () => fill(VERSION_LINE, 19)), times: 8 },
]
